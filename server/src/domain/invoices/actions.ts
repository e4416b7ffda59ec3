/** The public actions of the invoices module. */
export {
  cancelInvoice,
  eraseInvoices,
  invoiceOfOrder,
  openInvoiceFile,
  pageOfInvoices,
  requestInvoice,
} from "./actions/member.ts";
export { askIssuer, decideInvoice, invoicePage, invoiceStateOf } from "./actions/operator.ts";
export { invoiceSubscriber, type IssuingDeps, pollDueInvoices } from "./actions/send.ts";
export { latestRequestedInvoices } from "./store.ts";
export { invoiceOfStatement, requestStatementInvoice } from "./actions/statement.ts";
