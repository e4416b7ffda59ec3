/** The registry of exports: one entry for every list that can be exported. */
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import type { ExportKind } from "./kinds/define.ts";
import { audit, batches, cases, codes, memberLedger, members } from "./kinds/people.ts";
import { dealerStatement } from "./kinds/dealer.ts";
import { report } from "./kinds/report.ts";
import { invoices, orders, payments, refunds, withdrawals } from "./kinds/trade.ts";

export const kinds: Readonly<Record<ExportKindName, ExportKind>> = {
  orders,
  payments,
  refunds,
  members,
  memberLedger,
  codes,
  batches,
  withdrawals,
  invoices,
  dealerStatement,
  cases,
  audit,
  report,
};
