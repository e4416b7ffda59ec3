/** Maps the contract operations of invoices, of members and of operators, to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  askIssuer,
  cancelInvoice,
  decideInvoice,
  invoiceOfOrder,
  invoiceOfStatement,
  invoicePage,
  openInvoiceFile,
  pageOfInvoices,
  requestInvoice,
  requestStatementInvoice,
} from "./actions.ts";

const ofCaller = (call: Call) => ({ memberId: memberOf(call).memberId });

export const invoicesRoutes = (
  context: Context,
  db: Db,
  { isIssuing, store }: { readonly isIssuing: boolean; readonly store: Pick<FileStore, "get"> },
): Handlers<"invoices"> => ({
  ofOrder: (input, call) => invoiceOfOrder(context, db, { ...input, ...ofCaller(call), isIssuing }),
  request: (input, call) =>
    requestInvoice(context, db, { ...input, ...ofCaller(call), key: call.key, isIssuing }),
  ofStatement: (input, call) =>
    invoiceOfStatement(context, db, { ...input, ...ofCaller(call), isIssuing }),
  requestStatement: (input, call) =>
    requestStatementInvoice(context, db, {
      ...input,
      ...ofCaller(call),
      key: call.key,
      isIssuing,
    }),
  list: (input, call) => pageOfInvoices(context, db, { ...input, ...ofCaller(call) }),
  cancel: (input, call) =>
    cancelInvoice(context, db, { ...input, ...ofCaller(call), key: call.key }),
  file: (input, call) => openInvoiceFile(db, store, { ...input, ...ofCaller(call) }),
});

export function operatorInvoiceRoutes(
  context: Context,
  db: Db,
  deps: { readonly namesOf: NamesOf },
): Handlers<"operatorInvoices"> {
  const decide = (
    event: "agree" | "reject" | "reverse",
    input: { readonly invoiceId: string; readonly reason: string },
    call: Call,
  ) =>
    decideInvoice(context, db, deps, {
      ...input,
      event,
      operatorId: memberOf(call).memberId,
      key: call.key,
    });
  return {
    list: (input) => invoicePage(context, db, deps, input),
    issue: (input, call) => decide("agree", input, call),
    reject: (input, call) => decide("reject", input, call),
    reverse: (input, call) => decide("reverse", input, call),
    ask: ({ invoiceId }) => askIssuer(context, db, deps, invoiceId),
  };
}
