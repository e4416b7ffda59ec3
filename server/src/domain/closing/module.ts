/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const closingModule: DatabaseModule = {
  tables: {
    account_closing: memberTable(["id"], "change", {
      crossNodeIndexes: {
        account_closing_check: "the job that closes accounts whose time has come",
      },
    }),
    account_closing_step: memberTable(["closing_id", "seq"], "append"),
  },
};
