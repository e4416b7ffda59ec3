/**
 * Guessing of exchange codes as operators see it; no address or device, only stable pseudonyms.
 * Instants in ms.
 */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorGuesses as routes } from "../../routes/operators/guesses.ts";
import { Instant, Nothing } from "../../values.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });
const Mode = Type.Union([Type.Literal("auto"), Type.Literal("on"), Type.Literal("off")]);

const GuessingReport = Type.Object({
  mode: Mode,
  /** Whether the alarm is on for the site. */
  isAlarmed: Type.Boolean(),
  /** Whether every caller without a login needs a proof now. */
  isOn: Type.Boolean(),
  /** When the current or last alarm was raised. */
  raisedAt: Type.Optional(Instant),
  raisedUntil: Type.Optional(Instant),
  /**
   * Wrong attempts of the last ten minutes, the usual number (the median of seven days), and the
   * alarm threshold.
   */
  now: Count,
  usual: Count,
  threshold: Count,
  /** Of seven days, the latest first; hours without a wrong attempt are left out. */
  hours: Type.Array(Type.Object({ hour: Instant, wrong: Count })),
  /** The networks with the most wrong attempts within a day, by an irreversible pseudonym. */
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
    /** The codes are shown only once, here. */
    output: Type.Object({ batchId: Type.String(), codes: Type.Array(Type.String()) }),
    refusals: [],
  },
});
