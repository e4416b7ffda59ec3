/** What the module registers with the database: operators, roles and second factors. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const operatorsModule: DatabaseModule = {
  tables: {
    operator: memberTable([], "change"),
    role: referenceTable(["role_id"], "change", ["version"]),
    role_permission: {
      ...referenceTable(["role_id", "permission"], "append"),
      deleteReason: "a permission that a role no longer has",
    },
    operator_role: memberTable(["role_id"], "append", {
      deleteReason: "a role that an operator no longer has",
    }),
    operator_authenticator: memberTable([], "change", {
      deleteReason: "an authenticator that was reset",
    }),
    operator_recovery_code: memberTable(["code_hash"], "change", {
      deleteReason: "the codes of an authenticator that was reset",
    }),
    operator_login_ticket: valueTable(["ticket_hash"], "change", {
      deleteReason: "tickets that are over",
    }),
  },
};
