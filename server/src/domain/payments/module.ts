/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const paymentsModule: DatabaseModule = {
  tables: {
    payment_attempt: memberTable(["id"], "change", {
      crossNodeIndexes: {
        payment_attempt_look: "the poller of open attempts",
        payment_attempt_paid_at: "the comparison with a day's bill",
        payment_attempt_success_at: "the job that sums an hour of the reports",
        payment_attempt_newest: "the operators' list, newest first",
        payment_attempt_unmatched: "the operators' list of payments that paid for nothing",
      },
    }),
    payment_return: memberTable(["id"], "change", {
      crossNodeIndexes: {
        payment_return_look: "the poller of pending returns",
        payment_return_done_at: "the comparison with a day's bill",
        payment_return_newest: "the operators' list, newest first",
      },
    }),
    trade_no: valueTable(["out_trade_no"], "append"),
    channel_txn: valueTable(["transaction_id"], "append"),
    payment_return_no: valueTable(["refund_no"], "append"),
  },
  withoutMemberFirst: { payments_attempt_of: "finds the attempt by its number" },
  atCoordinator: [
    "payments_apply",
    "payments_begin",
    "payments_receive",
    "payments_receive_end",
    "payments_return",
  ],
};
