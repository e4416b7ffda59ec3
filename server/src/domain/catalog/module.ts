/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const catalogModule: DatabaseModule = {
  tables: {
    lost_page: valueTable(["path", "day"], "change"),
    brand: referenceTable(["code"], "change", ["sort", "version"]),
    category: referenceTable(["code"], "change", ["sort", "version"]),
    benefit: referenceTable(["benefit_id"], "change", [
      "per_order",
      "per_day",
      "per_month",
      "per_life",
      "grade_min",
      "shown_exchanged",
      "sort",
      "version",
    ]),
    benefit_draft: referenceTable(["benefit_id"], "change", ["version"]),
    benefit_version: referenceTable(["benefit_id", "version"], "append"),
    benefit_exchanged: referenceTable(["benefit_id", "day"], "change", ["orders"]),
    fulfilment_contract: referenceTable(["contract_id"], "append"),
    sku: referenceTable(["sku_id"], "change", [
      "low_alert",
      "quantity_min",
      "quantity_max",
      "sort",
    ]),
    sku_price: referenceTable(["sku_id", "version"], "append"),
    sku_route: referenceTable(["sku_id", "supplier_id"], "change", [
      "cost_fen",
      "priority",
      "weight",
    ]),
    sku_stock: valueTable(["sku_id", "bucket"], "change"),
    stock_hold: valueTable(["sku_id", "hold_id", "bucket"], "change", {
      crossNodeIndexes: { stock_hold_order: "an order's holds, when it is paid or closed" },
    }),
    purchase: memberTable(["order_id", "benefit_id"], "change"),
    favourite: memberTable(["benefit_id"], "change", { deleteReason: "of a closed account" }),
    hot_word: referenceTable(["word"], "change", ["sort", "version"]),
    home_block: referenceTable(["block_id"], "change", ["grade_min", "sort"]),
    home_draft: referenceTable(["draft_id"], "change", ["version"]),
    home_version: referenceTable(["version"], "change"),
  },
  withoutMemberFirst: {
    catalog_stock_add: "adds to the SKU's buckets",
    catalog_stock_hold_sku: "takes from the SKU's buckets",
    catalog_stock_record_hold: "writes beside the SKU's bucket",
    catalog_stock_void_lapsed: "moves beside the SKU's buckets",
    catalog_stock_settle: "moves within the SKU's buckets",
    catalog_stock_hold: "takes from the SKUs' buckets",
    catalog_stock_confirm: "moves within the SKUs' buckets",
    catalog_stock_void: "moves within the SKUs' buckets",
    catalog_stock_return_undelivered: "gives back to the SKUs' buckets",
    catalog_stock_return: "gives back to the SKU's buckets",
    catalog_changed_sku: "reads definitions only",
  },
};
