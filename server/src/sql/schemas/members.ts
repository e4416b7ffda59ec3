/** Values and nulls of the SQL functions of members. */
import type { ModuleSchemas } from "./schema.ts";

export const members = {
  members_is_returning: {},
  members_since: { result: { orNull: true } },
} satisfies ModuleSchemas;
