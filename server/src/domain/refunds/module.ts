/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const refundsModule: DatabaseModule = {
  tables: {
    refund: memberTable(["id"], "change", {
      crossNodeIndexes: {
        refund_look: "the poller of refunds without a final state",
        refund_review: "the operators' queue",
        refund_second_review: "the approvals inbox: refunds that wait for a second person",
        refund_two_reviewers: "the approvals inbox: refunds that two persons decided",
        refund_processing: "the operators' list of refunds at the channel",
        refund_newest: "the operators' list, newest first",
        refund_done_at: "the comparison with a day's bill",
        refund_changed_at: "the job that finds the hours of the reports to sum again",
      },
    }),
    refund_item: memberTable(["refund_id", "item_id"], "append"),
    refund_no: valueTable(["refund_no"], "append"),
  },
  atCoordinator: ["refunds_approve", "refunds_begin", "refunds_done", "refunds_open"],
};
