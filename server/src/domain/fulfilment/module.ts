/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const fulfilmentModule: DatabaseModule = {
  tables: {
    supplier: referenceTable(["supplier_id"], "change", ["lowest_fen", "unknown_max", "version"]),
    supplier_order: memberTable(["id"], "change", {
      crossNodeIndexes: {
        supplier_order_look: "the poller of orders without an answer",
        supplier_order_done_at: "the comparison with a day's statement",
        supplier_order_ended_at: "the figures of an hour",
        supplier_order_store: "an operator who reads how the meals of a page of stores ended",
        supplier_order_supplier_no: "the operators' search by a supplier's number",
      },
    }),
    supplier_exchange: memberTable(["id"], "append", {
      deleteReason: "exchanges older than `supplierExchangeKeepMs`",
      crossNodeIndexes: { supplier_exchange_age: "the job that deletes old exchanges" },
    }),
    supplier_out_no: valueTable(["out_no"], "append"),
    loss_case: memberTable(["id"], "change", {
      crossNodeIndexes: {
        loss_case_age: "operators, newest first",
        loss_case_open: "operators, those to settle",
      },
    }),
    supplier_health: valueTable(["supplier_id", "slot", "lane"], "change", {
      deleteReason: "slots that are over",
    }),
    supplier_circuit: referenceTable(["supplier_id"], "change"),
    supplier_pace: valueTable(["supplier_id"], "change"),
    supplier_account: valueTable(["supplier_id", "entry_id"], "append"),
    card_stock: valueTable(["product", "card_id"], "change"),
    card_take: valueTable(["out_no"], "change"),
  },
  withoutMemberFirst: {
    fulfilment_card_take: "claims the rows of cards",
  },
  atCoordinator: ["fulfilment_submit"],
};
