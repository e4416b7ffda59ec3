/** The layout of money's tables: the ledger, its books, and what comes and goes through the channel. */
import { member, reference, type TableLayout, value } from "./layout-kinds.ts";

export const moneyLayout: Readonly<Record<string, TableLayout>> = {
  // Ledger: the application writes none of it; its functions do (SECURITY DEFINER).
  ledger_account: member(["purpose", "asset"], "read"),
  ledger_txn: member(["id"], "read"),
  ledger_transfer: member(["txn_id", "seq"], "read", {
    searches: { ledger_transfer_day: "the roller and the trial balance" },
  }),
  ledger_hold: member(["id"], "read"),
  ledger_freeze: member(["asset"], "read"),
  ledger_rollup: { placement: "local", key: ["day", "purpose", "asset", "party"], may: "append" },
  points_lot: member(["id"], "change", {
    searches: {
      points_lot_begins: "the agent that ends a freeze",
      points_lot_ends: "the agent that books what has ended",
    },
  }),
  points_rule: reference(["rule_id", "version"], "append"),
  points_sign: member(["day"], "append"),
  points_hold: member(["id"], "change"),
  points_hold_lot: member(["hold_id", "lot_id"], "change"),
  wallet_hold: member(["id"], "change"),
  wallet_hold_lot: member(["hold_id", "lot_id"], "change"),
  bonus_lot: member(["id"], "change", {
    searches: { bonus_lot_ends: "the agent that books what has ended" },
  }),
  topup_package: reference(["package_id"], "change", ["amount_fen", "bonus_fen", "sort"]),
  topup: member(["id"], "change"),
  topup_refund: member(["id"], "change"),
  refund: member(["id"], "change", {
    searches: {
      refund_look: "the poller of refunds without a last word",
      refund_review: "the operators' queue",
      refund_done_at: "the comparison with a day's bill",
    },
  }),
  refund_item: member(["refund_id", "item_id"], "append"),
  refund_no: value(["refund_no"], "append"),

  // Approvals and the books: of the shop, not of a member; rows of people and of jobs, few and far between.
  approval: value(["id"], "change", {
    searches: {
      approval_waiting: "the checkers' queue",
      approval_newest: "operators, newest first",
      approval_subject: "what waits to be decided about one subject",
    },
  }),
  recon_run: { placement: "local", key: ["id"], may: "change" },
  recon_case: { placement: "local", key: ["id"], may: "change" },

  // Payments
  payment_attempt: member(["id"], "change", {
    searches: {
      payment_attempt_look: "the poller of open attempts",
      payment_attempt_paid_at: "the comparison with a day's bill",
    },
  }),
  payment_return: member(["id"], "change", {
    searches: {
      payment_return_look: "the poller of returns under way",
      payment_return_done_at: "the comparison with a day's bill",
    },
  }),
  trade_no: value(["out_trade_no"], "append"),
  channel_txn: value(["transaction_id"], "append"),
  payment_return_no: value(["refund_no"], "append"),
  identity_claim: value(["identity_key"], "append", { deletes: "a WeChat that was unlinked" }),
  member_identity: member(["appid"], "change", { deletes: "a WeChat that was unlinked" }),

  // Withdrawals
  withdrawal: member(["id"], "change", {
    searches: {
      withdrawal_look: "the poller of transfers under way",
      withdrawal_review: "operators, the oldest first",
      withdrawal_sent: "operators, transfers without an end",
    },
  }),
  withdrawal_no: value(["withdrawal_no"], "append"),
  withdrawal_bill: value(["out_bill_no"], "append"),
  withdrawal_payee: value(["payee_hash"], "append"),
  // Bills: what the outside says of a day, written by their agent
  bill_day: { placement: "local", key: ["source", "day"], may: "change" },
  bill_file: { placement: "local", key: ["source", "day", "file_id"], may: "change" },
  bill_row: { placement: "local", key: ["source", "day", "file_id", "row_no"], may: "append" },
  bill_difference: { placement: "local", key: ["source", "class", "subject"], may: "change" },
};
