/** Values, JSON shapes and nulls of the SQL functions of the audit log. */
import Type from "typebox";
import { type ModuleSchemas, object, storedObject } from "./schema.ts";

const entry = { attributes: { input: storedObject, reason: { orNull: true } } } as const;
/** How many refused calls of a window have lines, and its length. */
const limit = object({ most: Type.Integer(), windowMs: Type.Integer() });

export const audit = {
  audit_append: { arguments: { entry } },
  audit_append_refusal: { arguments: { entry, limit } },
  audit_close_refusal_window: { arguments: { limit } },
  audit_hash: { arguments: { entry } },
} satisfies ModuleSchemas;
