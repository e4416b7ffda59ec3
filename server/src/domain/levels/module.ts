/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const levelsModule: DatabaseModule = {
  tables: {
    level: referenceTable(["grade"], "change", [
      "growth_from",
      "keep_days",
      "points_rate",
      "version",
    ]),
    member_level: memberTable([], "change", {
      crossNodeIndexes: { member_level_ends: "the job that ends levels whose time is over" },
    }),
    growth_entry: memberTable(["seq"], "append"),
    level_record: memberTable(["seq"], "append"),
    level_grant: memberTable(["id"], "append"),
  },
};
