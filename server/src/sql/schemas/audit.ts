/** Values, JSON shapes and nulls of the SQL functions of the audit log. */
import Type from "typebox";
import { type ModuleSchemas, object, document } from "./schema.ts";

const entry = { attributes: { input: document, reason: { orNull: true } } } as const;
const windowMs = Type.Integer();
/** How many refused calls of a window have lines, and its length. */
const limit = object({ most: Type.Integer(), windowMs });

export const audit = {
  audit_append: { arguments: { entry } },
  audit_append_refusal: { arguments: { entry, limit } },
  audit_close_refusal_window: { arguments: { limit: object({ windowMs }) } },
  audit_archive_lines: {},
  audit_hash: { arguments: { entry } },
} satisfies ModuleSchemas;
