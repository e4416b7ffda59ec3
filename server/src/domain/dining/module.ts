/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const diningModule: DatabaseModule = {
  tables: {
    favourite_store: memberTable(["store_id"], "change", { deleteReason: "of a closed account" }),
    store: referenceTable(["store_id"], "change", ["lat", "lng", "lead_minutes"]),
    menu: referenceTable(["brand_code"], "change"),
    store_override: referenceTable(["store_id"], "change", ["version"]),
    product_override: referenceTable(["brand_code", "product_id"], "change", ["version"]),
    dining_sync_run: valueTable(["run_id"], "append", {
      deleteReason: "runs older than thirty days",
      crossNodeIndexes: { dining_sync_run_newest: "the operators' list of runs, and the pruner" },
    }),
    menu_shown: valueTable(["hash"], "change", {
      deleteReason: "menus that can no longer be submitted",
      crossNodeIndexes: { menu_shown_age: "the pruner" },
    }),
  },
};
