/** What the module registers with the database: its tables and its exceptional functions. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const auditModule: DatabaseModule = {
  // Written by the functions of the audit only.
  tables: {
    audit_line: memberTable(["seq"], "read", {
      crossNodeIndexes: {
        audit_line_newest: "the few who may read the audit",
        audit_line_object: "what was done about one object",
        audit_line_request: "the call of one request",
      },
    }),
    audit_head: memberTable([], "read"),
    audit_refusal: memberTable([], "read"),
    audit_archive: memberTable(["last_seq"], "read"),
    audit_anchor: { placement: "local", key: ["number"], may: "append" },
  },
  securityDefiners: [
    "audit_append",
    "audit_append_refusal",
    "audit_archive_lines",
    "audit_close_refusal_window",
  ],
};
