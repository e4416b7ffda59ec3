/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const mergingModule: DatabaseModule = {
  tables: {
    member_merge: memberTable([], "change", {
      crossNodeIndexes: {
        member_merge_look: "the job that merges later records",
        member_merge_newest: "operators, the newest first",
      },
    }),
    member_merge_step: memberTable(["seq"], "append"),
  },
};
