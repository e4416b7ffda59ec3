/** Orders that no supplier has decided and that an operator must decide. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorDesk as routes } from "../../routes/operators/desk.ts";
import { Instant, Nothing } from "../../values.ts";
import { listFilter, MemberName, Person } from "./people.ts";

const OutNo = Type.String({ pattern: "^[0-9A-Za-z_-]{8,32}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
/** The evidence: the supplier's words, the number of a transfer, where the picture is. */
const Evidence = Type.String({ minLength: 2, maxLength: 1_000 });
const OperatorId = Type.String({ minLength: 36, maxLength: 36 });

export const UndecidedOrder = Type.Object({
  outNo: Type.String({ description: "our number at the supplier" }),
  supplierId: Type.String(),
  supplierName: Type.String(),
  /** How to call the supplier, from its form; empty texts where the form has none. */
  contact: Type.Object({ phone: Type.String(), hours: Type.String(), script: Type.String() }),
  orderNo: Type.String(),
  member: Type.Optional(MemberName),
  title: Type.String(),
  state: Type.String(),
  since: Instant,
  isAlarmed: Type.Boolean(),
  /** The deadline of an operator's decision. */
  dueAt: Instant,
  isLate: Type.Boolean(),
  /** Which operator has claimed it, and until when; absent when unclaimed. */
  claimedBy: Type.Optional(OperatorId),
  claimed: Type.Optional(Person),
  claimedUntil: Type.Optional(Instant),
});
export type UndecidedOrder = Static<typeof UndecidedOrder>;

export const operatorDesk = shapesOf<typeof routes>()({
  list: {
    summary: "What waits for a person, the oldest first",
    input: Type.Object({
      claim: Type.Optional(
        Type.Union([Type.Literal("mine"), Type.Literal("free"), Type.Literal("others")]),
      ),
      supplierId: Type.Optional(Type.String({ maxLength: 40 })),
      /** `late`: past the deadline; `alarmed`: an alert was raised. */
      age: Type.Optional(Type.Union([Type.Literal("late"), Type.Literal("alarmed")])),
      /** The supplier's last status. */
      state: Type.Optional(Type.String({ maxLength: 20 })),
      ...listFilter,
    }),
    output: Type.Object({
      list: Type.Array(UndecidedOrder),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  claim: {
    summary: "Takes it for a while, so that nobody else decides it; again prolongs",
    input: Type.Object({ outNo: OutNo, reason: Type.Optional(Reason) }),
    output: Type.Object({ until: Instant }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_TAKEN", "OWN_ACCOUNT"],
  },
  handOver: {
    summary: "Gives it to another operator, or back to everybody",
    input: Type.Object({ outNo: OutNo, toId: Type.Optional(OperatorId), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_CLAIM_NEEDED", "OWN_ACCOUNT"],
  },
  delivered: {
    summary:
      "Delivered by hand with these codes: the supplier said so by another way, or we made it good",
    input: Type.Object({
      outNo: OutNo,
      codes: Type.Array(
        Type.Object({
          code: Type.String({ minLength: 1, maxLength: 200 }),
          secret: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        { maxItems: 50 },
      ),
      reason: Reason,
      evidence: Evidence,
      /** True: we delivered it ourselves, and owe the supplier nothing. */
      isHandMade: Type.Optional(Type.Boolean()),
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_CLAIM_NEEDED", "INPUT_INVALID"],
  },
  failed: {
    summary: "The supplier swears by another way that it never will: what was paid goes back",
    input: Type.Object({ outNo: OutNo, reason: Reason, evidence: Evidence }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "DESK_CLAIM_NEEDED"],
  },
});
