/** The reports of the console: their names, how each is grouped, and its units. */

export const reports = {
  bill: { title: "营业账单", by: ["day", "month"] },
  flow: { title: "资金流水", by: ["kind"] },
  margin: { title: "毛利", by: ["sku", "supplier", "order"] },
  supplier: { title: "供应商应付", by: ["supplier"] },
  dealer: { title: "经销商", by: ["dealer"] },
  withdrawal: { title: "提现", by: ["day", "month"] },
  invoice: { title: "发票", by: ["day", "month"] },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly by: readonly string[] }>
>;

export type ReportKind = keyof typeof reports;
export const reportKinds = Object.keys(reports) as readonly ReportKind[];

export const reportGroups = ["day", "month", "kind", "sku", "supplier", "order", "dealer"] as const;
export type ReportGroup = (typeof reportGroups)[number];
