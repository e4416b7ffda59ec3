/** What the module registers with the database: its tables. */
import { type DatabaseModule, valueTable } from "../../platform/database/layout-types.ts";

export const filesModule: DatabaseModule = {
  // An upload of a foreign client has no owner, so a file is found by its id alone.
  tables: {
    file: valueTable(["file_id"], "change", {
      deleteReason: "tickets that are over, and files that nothing refers to",
      crossNodeIndexes: {
        file_ends: "the sweeper",
        file_newest: "operators, pictures in use, newest first",
        file_of_owner: "operators, the pictures of a member",
        file_blocked: "operators, blocked pictures",
      },
    }),
  },
};
