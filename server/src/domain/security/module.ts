/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const securityModule: DatabaseModule = {
  tables: {
    pay_password: memberTable([], "change", { deleteReason: "of a closed account" }),
    step_up_proof: memberTable(["proof_hash"], "change", {
      deleteReason: "proofs that are over",
      crossNodeIndexes: { step_up_proof_age: "the pruner" },
    }),
    spend_permit: memberTable(["ref"], "change"),
  },
};
