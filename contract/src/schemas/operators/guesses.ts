/** Guessing of exchange codes as operators see it; nobody's address or device, only names that stay. Instants in ms. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorGuesses as routes } from "../../routes/operators/guesses.ts";
import { Instant, Nothing } from "../../values.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });
const Mode = Type.Union([Type.Literal("auto"), Type.Literal("on"), Type.Literal("off")]);

const GuessingReport = Type.Object({
  mode: Mode,
  /** Whether the site is alarmed. */
  isAlarmed: Type.Boolean(),
  /** Whether everybody without a login needs a proof now. */
  isOn: Type.Boolean(),
  /** Of the alarm that is on, or was last. */
  raisedAt: Type.Optional(Instant),
  raisedUntil: Type.Optional(Instant),
  /** Wrong tries of the last ten minutes, what is usual (the median of seven days), and what raises the alarm. */
  now: Count,
  usual: Count,
  threshold: Count,
  /** Of seven days, the latest first; hours without a wrong try are left out. */
  hours: Type.Array(Type.Object({ hour: Instant, wrong: Count })),
  /** Networks with most wrong tries within a day, by a name that leads back to nobody. */
  networks: Type.Array(Type.Object({ network: Type.String(), wrong: Count, lastAt: Instant })),
  alerts: Type.Array(
    Type.Object({ kind: Type.String(), subject: Type.String(), text: Type.String(), at: Instant }),
  ),
  canaries: Type.Array(
    Type.Object({ batchId: Type.String(), name: Type.String(), count: Count, at: Instant }),
  ),
});

export const operatorGuesses = shapesOf<typeof routes>()({
  watch: {
    summary: "How much is guessed, by whom, and what was done about it",
    input: Type.Object({}),
    output: GuessingReport,
    refusals: [],
  },
  friction: {
    summary: "Asks everybody without a login for a proof, nobody, or as the alarm says",
    input: Type.Object({ mode: Mode, reason: Reason }),
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  plant: {
    summary: "Makes canaries: codes that open nothing and tell operators of whoever tries them",
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 40 }),
      count: Type.Integer({ minimum: 1, maximum: 100 }),
      reason: Reason,
    }),
    /** The codes are shown this once. */
    output: Type.Object({ batchId: Type.String(), codes: Type.Array(Type.String()) }),
    refusals: [],
  },
});
