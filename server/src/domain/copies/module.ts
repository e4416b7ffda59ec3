/** What the module registers with the database: its table. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const copiesModule: DatabaseModule = {
  tables: {
    personal_copy: memberTable(["id"], "change", {
      crossNodeIndexes: { personal_copy_due: "the sweeper of files" },
    }),
  },
};
