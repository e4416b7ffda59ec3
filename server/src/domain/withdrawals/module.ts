/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const withdrawalsModule: DatabaseModule = {
  tables: {
    withdrawal: memberTable(["id"], "change", {
      crossNodeIndexes: {
        withdrawal_look: "the poller of pending transfers",
        withdrawal_review: "operators, the oldest first",
        withdrawal_second_review: "the approvals inbox: withdrawals that wait for a second person",
        withdrawal_two_reviewers: "the approvals inbox: withdrawals that two persons decided",
        withdrawal_all_newest: "the operators' list, newest first",
        withdrawal_returned_newest: "the operators' list of what was rejected, newest first",
        withdrawal_sent: "operators, transfers without an end",
        withdrawal_paid_at: "the job that sums an hour of the reports",
      },
    }),
    withdrawal_no: valueTable(["withdrawal_no"], "append"),
    withdrawal_bill: valueTable(["out_bill_no"], "append"),
    withdrawal_payee: valueTable(["payee_hash"], "append"),
  },
  atCoordinator: ["withdrawals_approve", "withdrawals_create", "withdrawals_pay"],
};
