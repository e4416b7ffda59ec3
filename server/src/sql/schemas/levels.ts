/** Values and nulls of the SQL functions of levels. */
import { type ModuleSchemas, oneOf } from "./schema.ts";

export const levels = {
  levels_grant: {
    arguments: { granted: { attributes: { source: oneOf("manual", "code", "purchase") } } },
    result: oneOf("given", "replay"),
  },
  levels_grade: {},
  levels_add_order_growth: { result: oneOf("grown", "replay", "none") },
  levels_add_growth: { result: oneOf("grown", "replay", "none") },
  levels_growth: {},
  levels_settle: {},
  levels_member_level: { columns: { keptUntil: { orNull: true } } },
} satisfies ModuleSchemas;
