/** What the module registers with the database: its tables, its views and its exceptional functions. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const ledgerModule: DatabaseModule = {
  // The functions of the ledger write accounts, postings and holds; the application writes sums only.
  tables: {
    ledger_account: memberTable(["purpose", "asset"], "read"),
    ledger_txn: memberTable(["id"], "read", {
      crossNodeIndexes: {
        ledger_txn_rare_kind: "the operators' list of postings by kind",
        ledger_txn_ref: "the operators' list of postings by a reference alone",
      },
    }),
    ledger_transfer: memberTable(["txn_id", "seq"], "read", {
      crossNodeIndexes: {
        ledger_transfer_day: "the roller, the trial balance and the operators' list of postings",
        ledger_transfer_rare_debit: "the operators' statement of an account",
        ledger_transfer_rare_credit: "the operators' statement of an account",
      },
    }),
    ledger_hold: memberTable(["id"], "read"),
    ledger_freeze: memberTable(["asset"], "read"),
    ledger_month_mark: memberTable(["purpose", "asset"], "change"),
    ledger_month_sum: memberTable(["purpose", "asset", "month", "kind", "other"], "change"),
    ledger_rollup: { placement: "local", key: ["day", "purpose", "asset", "party"], may: "append" },
    ledger_member_rollup: { placement: "local", key: ["day", "purpose", "asset"], may: "append" },
    ledger_slot: { placement: "local", key: ["slot", "purpose", "asset", "party"], may: "append" },
    ledger_minute: {
      placement: "local",
      key: ["minute", "purpose", "asset", "party"],
      may: "append",
      deleteReason: "minutes whose slot is summed",
    },
    ledger_closed: memberTable([], "append"),
  },
  views: ["ledger_line", "ledger_part"],
  securityDefiners: [
    "ledger_post",
    "ledger_post_all",
    "ledger_reverse",
    "ledger_hold",
    "ledger_confirm",
    "ledger_confirm_all",
    "ledger_void",
    "ledger_lock_member",
    "ledger_freeze",
    "ledger_thaw",
  ],
  internalFunctions: ["ledger_lock", "ledger_release_hold", "ledger_write", "ledger_move"],
  withoutMemberFirst: { ledger_draw_lots: "shapes what it is given" },
};
