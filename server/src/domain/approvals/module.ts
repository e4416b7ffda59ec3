/** What the module registers with the database: its tables and its exceptional functions. */
import { type DatabaseModule, valueTable } from "../../platform/database/layout-types.ts";

export const approvalsModule: DatabaseModule = {
  // Approvals belong to the shop, not to a member; few rows, written by operators and jobs.
  tables: {
    approval: valueTable(["id"], "change", {
      crossNodeIndexes: {
        approval_of_maker: "the approvals inbox: an operator's own proposals",
        approval_latest_decisions: "the approvals inbox: decided proposals, latest first",
        approval_waiting: "the checkers' queue",
        approval_newest: "operators, newest first",
        approval_subject: "what waits to be decided about one subject",
      },
    }),
    assignment: valueTable(["object"], "change", {
      deleteReason: "work that is nobody's again has no row",
    }),
    handover: valueTable(["id"], "append", {
      deleteReason: "a notice is swept after a day",
      crossNodeIndexes: { handover_newest: "the pulse of operators, and the sweep" },
    }),
  },
  withoutMemberFirst: {
    approvals_expired: "compares two instants",
    approvals_valid_since: "shapes what it is given",
  },
};
