/** What the module registers with the database: its tables. */
import { type DatabaseModule, memberTable } from "../../platform/database/layout-types.ts";

export const invoicesModule: DatabaseModule = {
  tables: {
    invoice: memberTable(["id"], "change", {
      crossNodeIndexes: {
        invoice_id: "operators: one invoice",
        invoice_due: "the poller of invoices that the issuer has not decided",
        invoice_newest: "operators: invoices by state",
        invoice_official: "operators: an invoice by its own number",
      },
    }),
  },
  atCoordinator: [
    "invoices_follow",
    "invoices_issued",
    "invoices_limit",
    "invoices_request_statement",
    "invoices_reversed",
  ],
};
