/** Values, JSON shapes and nulls of the SQL functions of closing accounts. */
import { Forfeits, Obstacle } from "@yunjing/contract/schemas/closing";
import Type from "typebox";
import { type ModuleSchemas, object, oneOf } from "./schema.ts";

const obstacles = Type.Array(Obstacle);
/** Instants in ms. */
const OpenRequest = object({
  id: Type.String(),
  state: oneOf("COOLING", "WAITING"),
  obstacles,
  requestedAt: Type.Integer(),
  dueAt: Type.Integer(),
  checkAt: Type.Integer(),
});

export const closing = {
  closing_end: { arguments: { state: oneOf("WITHDRAWN", "CLOSED") } },
  closing_hold: { result: { orNull: OpenRequest } },
  closing_open: { arguments: { forfeits: Forfeits } },
  closing_step: { result: { orNull: object({ id: Type.String(), seq: Type.Integer() }) } },
  closing_wait: { arguments: { obstacles } },
} satisfies ModuleSchemas;
