/** The values of the SQL functions of invoices. */
import { type ModuleSchemas, oneOf } from "./schema.ts";

const email = { orNull: true } as const;

export const invoices = {
  invoices_follow: { arguments: { order: { orNull: true }, month: { orNull: true } } },
  invoices_issued: {},
  invoices_limit: { arguments: { order: { orNull: true }, month: { orNull: true } } },
  invoices_payable: {},
  invoices_request: {
    arguments: { titleType: oneOf("person", "company"), email },
    result: oneOf("requested", "order_open", "nothing_paid", "exists"),
  },
  invoices_request_statement: {
    arguments: { titleType: oneOf("person", "company"), email },
    result: oneOf("requested", "month_open", "nothing_owed", "exists"),
  },
  invoices_reversed: {
    arguments: { email },
    result: oneOf("known", "reversed", "reissuing"),
  },
} satisfies ModuleSchemas;
