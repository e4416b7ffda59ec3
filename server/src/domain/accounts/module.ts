/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const accountsModule: DatabaseModule = {
  tables: {
    account_shelf: memberTable(["form_kind"], "change"),
    saved_account: memberTable(["id"], "change", {
      deleteReason: "accounts a member deletes, and the oldest beyond the limit",
    }),
  },
};
