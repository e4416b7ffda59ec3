/** The layout of the money tables: the ledger, reconciliation, and payments through the channel. */
import { memberTable, referenceTable, type TableLayout, valueTable } from "./layout-types.ts";

export const moneyLayout: Readonly<Record<string, TableLayout>> = {
  // Ledger: the application writes none of it; the ledger's functions do (SECURITY DEFINER).
  ledger_account: memberTable(["purpose", "asset"], "read"),
  ledger_txn: memberTable(["id"], "read"),
  ledger_transfer: memberTable(["txn_id", "seq"], "read", {
    crossNodeIndexes: { ledger_transfer_day: "the roller and the trial balance" },
  }),
  ledger_hold: memberTable(["id"], "read"),
  ledger_freeze: memberTable(["asset"], "read"),
  ledger_rollup: { placement: "local", key: ["day", "purpose", "asset", "party"], may: "append" },
  points_lot: memberTable(["id"], "change", {
    crossNodeIndexes: {
      points_lot_begins: "the job that ends a freeze",
      points_lot_ends: "the job that posts what has ended",
    },
  }),
  points_rule: referenceTable(["rule_id", "version"], "append"),
  points_sign: memberTable(["day"], "append"),
  points_hold: memberTable(["id"], "change"),
  points_hold_lot: memberTable(["hold_id", "lot_id"], "change"),
  wallet_hold: memberTable(["id"], "change"),
  wallet_hold_lot: memberTable(["hold_id", "lot_id"], "change"),
  bonus_lot: memberTable(["id"], "change", {
    crossNodeIndexes: { bonus_lot_ends: "the job that posts what has ended" },
  }),
  topup_package: referenceTable(["package_id"], "change", ["amount_fen", "bonus_fen", "sort"]),
  topup: memberTable(["id"], "change"),
  topup_refund: memberTable(["id"], "change"),
  refund: memberTable(["id"], "change", {
    crossNodeIndexes: {
      refund_look: "the poller of refunds without a final state",
      refund_review: "the operators' queue",
      refund_done_at: "the comparison with a day's bill",
    },
  }),
  refund_item: memberTable(["refund_id", "item_id"], "append"),
  refund_no: valueTable(["refund_no"], "append"),

  // Approvals and reconciliation: they belong to the shop, not to a member; few rows, written by
  // operators and jobs.
  approval: valueTable(["id"], "change", {
    crossNodeIndexes: {
      approval_waiting: "the checkers' queue",
      approval_newest: "operators, newest first",
      approval_subject: "what waits to be decided about one subject",
    },
  }),
  recon_run: { placement: "local", key: ["id"], may: "change" },
  recon_case: { placement: "local", key: ["id"], may: "change" },

  // Payments
  payment_attempt: memberTable(["id"], "change", {
    crossNodeIndexes: {
      payment_attempt_look: "the poller of open attempts",
      payment_attempt_paid_at: "the comparison with a day's bill",
    },
  }),
  payment_return: memberTable(["id"], "change", {
    crossNodeIndexes: {
      payment_return_look: "the poller of pending returns",
      payment_return_done_at: "the comparison with a day's bill",
    },
  }),
  trade_no: valueTable(["out_trade_no"], "append"),
  channel_txn: valueTable(["transaction_id"], "append"),
  payment_return_no: valueTable(["refund_no"], "append"),
  identity_claim: valueTable(["identity_key"], "append", {
    deleteReason: "a WeChat that was unlinked",
  }),
  member_identity: memberTable(["appid"], "change", { deleteReason: "a WeChat that was unlinked" }),

  // Withdrawals
  withdrawal: memberTable(["id"], "change", {
    crossNodeIndexes: {
      withdrawal_look: "the poller of pending transfers",
      withdrawal_review: "operators, the oldest first",
      withdrawal_sent: "operators, transfers without an end",
    },
  }),
  withdrawal_no: valueTable(["withdrawal_no"], "append"),
  withdrawal_bill: valueTable(["out_bill_no"], "append"),
  withdrawal_payee: valueTable(["payee_hash"], "append"),
  // Bills: the external statements of a day, written by their job
  bill_day: { placement: "local", key: ["source", "day"], may: "change" },
  bill_file: { placement: "local", key: ["source", "day", "file_id"], may: "change" },
  bill_row: { placement: "local", key: ["source", "day", "file_id", "row_no"], may: "append" },
  bill_difference: { placement: "local", key: ["source", "class", "subject"], may: "change" },
};
