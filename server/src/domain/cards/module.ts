/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const cardsModule: DatabaseModule = {
  tables: {
    card: memberTable(["id"], "change"),
  },
};
