/** Values and nulls of the SQL functions of members. */
import type { ModuleSchemas } from "./schema.ts";

export const members = {
  members_is_returning: {},
  members_created_at: { result: { orNull: true } },
} satisfies ModuleSchemas;
