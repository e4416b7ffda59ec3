/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const approvalsModule: DatabaseModule = {
  // Approvals belong to the shop, not to a member; few rows, written by operators and jobs.
  tables: {
    // Copies on every node: queries of every kind of row ask whether a proposal about it waits.
    approval: referenceTable(["id"], "change"),
    assignment: {
      ...referenceTable(["object"], "change"),
      deleteReason: "work that is nobody's again has no row",
    },
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
