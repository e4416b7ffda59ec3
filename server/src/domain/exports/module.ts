/** What the module registers with the database: exports and the parts of their files. */
import { type DatabaseModule, valueTable } from "../../platform/database/layout-types.ts";

export const exportsModule: DatabaseModule = {
  // Exports belong to the shop, not to a member; few rows, written by operators and one job.
  tables: {
    export: valueTable(["export_id"], "change", {
      crossNodeIndexes: {
        export_newest: "the page of exports, all operators'",
        export_of_operator: "the page of exports, one's own",
        export_files_end: "the sweeper",
      },
    }),
    export_part: valueTable(["export_id", "file_id"], "change", {
      deleteReason: "parts whose file is deleted",
    }),
  },
};
