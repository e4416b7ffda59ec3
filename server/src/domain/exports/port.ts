/** What the exports module needs of the lists: their own handlers, which `server/src/app` connects. */
import type { AllHandlers, Handlers } from "../../platform/http/handlers.ts";

/** A topic whose `list` can be exported. */
type Listed =
  | "operatorAudit"
  | "operatorBatches"
  | "operatorOrders"
  | "operatorPayments"
  | "operatorRefunds"
  | "operatorInvoices"
  | "operatorWithdrawals";

export type ExportedLists = {
  readonly [T in Listed]: Pick<AllHandlers[T], "list">;
} & {
  readonly operatorBooks: Pick<Handlers<"operatorBooks">, "cases">;
  readonly operatorDealers: Pick<Handlers<"operatorDealers">, "statement">;
  readonly operatorReports: Pick<Handlers<"operatorReports">, "read">;
  readonly operatorMembers: Pick<Handlers<"operatorMembers">, "ledger" | "list">;
};
