/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const diningModule: DatabaseModule = {
  tables: {
    store: referenceTable(["store_id"], "change", ["lat", "lng", "lead_minutes"]),
    menu: referenceTable(["brand_code"], "change"),
    menu_shown: valueTable(["hash"], "change", {
      deleteReason: "menus that can no longer be submitted",
      crossNodeIndexes: { menu_shown_age: "the pruner" },
    }),
  },
};
