/** Values and nulls of the SQL functions of approvals. */
import type { ModuleSchemas } from "./schema.ts";

export const approvals = {
  approvals_expired: { arguments: { since: { orNull: true } } },
  approvals_valid_since: {},
  approvals_expires_at: { arguments: { since: { orNull: true } }, result: { orNull: true } },
} satisfies ModuleSchemas;
