/** The names of what can be exported. */
import type { ExportKindName } from "@yunjing/contract/export-kinds";

export const kindTitles: Readonly<Record<ExportKindName, string>> = {
  orders: "订单",
  payments: "支付流水",
  refunds: "售后退款",
  members: "会员",
  memberLedger: "会员账本",
  codes: "兑换码",
  batches: "码批次",
  withdrawals: "提现",
  invoices: "发票",
  dealerStatement: "经销商对账单",
  cases: "对账差错",
  audit: "审计记录",
  report: "报表",
};
