/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const moderationModule: DatabaseModule = {
  tables: {
    moderation_case: memberTable(["id"], "change", {
      crossNodeIndexes: {
        moderation_case_id: "operators: one case",
        moderation_case_newest: "operators: cases by state",
      },
    }),
    moderation_term: referenceTable(["plain"], "change", ["version"]),
  },
};
