/** Values and nulls of the SQL functions of points. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf } from "./schema.ts";

const movedLots = Type.Array(
  object({
    id: Type.String(),
    points: Type.Integer(),
    state: oneOf("PENDING", "ACTIVE"),
    activeAt: Type.String(),
    expiresAt: Type.String(),
  }),
);

export const points = {
  points_grant: {
    arguments: { posting: { attributes: { orderId: { orNull: true } } } },
    result: oneOf("posted", "replay"),
  },
  points_earn: { result: oneOf("posted", "replay", "none") },
  points_expire: {},
  points_sign_in: {},
  points_complete_task: {},
  points_deduct: { result: oneOf("posted", "replay") },
  points_merge_out: { result: movedLots },
  points_merge_in: { arguments: { lots: movedLots } },
  points_merge_repay: {},
} satisfies ModuleSchemas;
