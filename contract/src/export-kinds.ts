/** The lists and reports that operators can export; each has its entry in the exports module. */
export const exportKinds = [
  "orders",
  "payments",
  "refunds",
  "members",
  "memberLedger",
  "codes",
  "batches",
  "withdrawals",
  "invoices",
  "dealerStatement",
  "cases",
  "audit",
  "report",
] as const;
export type ExportKindName = (typeof exportKinds)[number];
