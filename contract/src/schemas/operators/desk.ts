/** What no supplier has decided, and a person must. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorDesk as routes } from "../../routes/operators/desk.ts";
import { Instant, listOf, Nothing } from "../../values.ts";

const OutNo = Type.String({ pattern: "^[0-9A-Za-z_-]{8,32}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });

export const DeskItem = Type.Object({
  outNo: Type.String({ description: "our number at the supplier" }),
  supplierId: Type.String(),
  orderNo: Type.String(),
  title: Type.String(),
  state: Type.String(),
  since: Instant,
  isAlarmed: Type.Boolean(),
});
export type DeskItem = Static<typeof DeskItem>;

export const operatorDesk = shapesOf<typeof routes>()({
  list: {
    summary: "What waits for a person, the oldest first",
    input: Type.Object({}),
    output: listOf(DeskItem),
    refusals: [],
  },
  delivered: {
    summary: "The supplier says by another way that it has delivered, with these codes",
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
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  failed: {
    summary: "The supplier swears by another way that it never will: what was paid goes back",
    input: Type.Object({ outNo: OutNo, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
