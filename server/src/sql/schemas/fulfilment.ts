/** Values and nulls of the SQL functions of fulfilment. */
import Type from "typebox";
import { document, type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

const route = object({
  supplierId: Type.String(),
  product: Type.String(),
  costFen: Type.Integer(),
  priority: Type.Optional(Type.Integer()),
  weight: Type.Optional(Type.Integer()),
});
/** A supplier's request, as `fulfilment_submit` takes it; its order may be added later. */
export const supplyFields = {
  id: Type.String(),
  routes: Type.Array(route),
  outNo: Type.String(),
  /** What the supplier gets; SQL reads the quantity, which multiplies the cost. */
  request: Type.Union([Type.Object({ quantity: Type.Integer() }), document]),
  messageId: Type.String(),
};

export const fulfilment = {
  fulfilment_card_take: { result: oneOf("given", "refused") },
  fulfilment_submit: {
    arguments: {
      supply: object({
        ...supplyFields,
        orderId: Type.String(),
        itemId: orNull(Type.String()),
        attempt: Type.Integer(),
        isManual: Type.Boolean(),
      }),
      contact: { orNull: true },
    },
  },
} satisfies ModuleSchemas;
