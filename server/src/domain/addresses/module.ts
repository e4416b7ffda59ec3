/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const addressesModule: DatabaseModule = {
  tables: {
    address_book: memberTable([], "change"),
    address: memberTable(["id"], "change", { deleteReason: "of a closed account" }),
  },
};
