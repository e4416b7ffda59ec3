/** Values and JSON shapes of the SQL functions of partners. */
import Type from "typebox";
import { type ModuleSchemas, orNull, object, oneOf } from "./schema.ts";

const state = oneOf("ORDERED", "PAID", "SETTLED", "VOID");
/** Instants in ms, amounts in fen. */
const OrderUpdate = object({
  partnerNo: Type.String(),
  sid: Type.Optional(Type.String()),
  state,
  commission: oneOf("NONE", "ESTIMATED", "SETTLED", "VOID"),
  title: Type.String(),
  amountFen: Type.Integer(),
  commissionFen: Type.Integer(),
  isRisk: Type.Boolean(),
  placedAt: Type.Integer(),
  updatedAt: Type.Integer(),
  orderId: Type.String(),
});

export const partners = {
  partners_report: {
    arguments: { word: OrderUpdate },
    result: object({
      change: oneOf("new", "changed", "same"),
      memberId: Type.Optional(orNull(Type.String())),
      state: Type.Optional(state),
    }),
  },
} satisfies ModuleSchemas;
