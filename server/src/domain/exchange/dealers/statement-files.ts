/** A dealer's monthly statement as a file: PDF to keep or pass on, CSV for a spreadsheet. */
import type { Context } from "../../../platform/context.ts";
import { BYTE_ORDER_MARK, type Cell, csvLine, yuan } from "../../../platform/csv.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { ownStatement } from "./payments.ts";
import { drawStatement } from "./statement-pdf.ts";
import { owedCodes, paymentLines } from "./statement-table.ts";
import { findTerms } from "./store.ts";

/** A month is written `2026-11`. */
type DealerMonth = { readonly memberId: string; readonly month: string };

/** Refuses NOT_FOUND for a member who is not a dealer. */
export async function statementPdf(
  context: Context,
  db: Db,
  dealer: DealerMonth,
): Promise<Uint8Array> {
  const statement = await ownStatement(context, db, dealer);
  const terms = await findTerms(db, dealer.memberId);
  invariant(terms, "who has a statement has terms");
  return drawStatement({ statement, name: terms.name, now: context.clock.now().getTime() });
}

const heads = [
  "批次",
  "单价（元）",
  "已生成",
  "计费",
  "已兑换",
  "已作废",
  "已过期",
  "应付（元）",
] as const;

/** A row below the batches, whose last cell is an amount. */
const sumRow = (title: string, fen: number): readonly Cell[] => [
  title,
  ...heads.slice(2).map(() => undefined),
  yuan(fen),
];

/** Refuses NOT_FOUND for a member who is not a dealer. */
export async function statementCsv(
  context: Context,
  db: Db,
  dealer: DealerMonth,
): Promise<Uint8Array> {
  const statement = await ownStatement(context, db, dealer);
  const batches = statement.list.map((batch): Cell[] => [
    batch.name,
    yuan(batch.priceFen),
    batch.made,
    owedCodes(batch),
    batch.redeemed,
    batch.void,
    batch.expired,
    yuan(batch.owedFen),
  ]);
  const payments = paymentLines(statement).map(({ kind, at, slip, amountFen }) =>
    sumRow(`${kind} ${shanghaiDay(at)} 凭证 ${slip}`, amountFen),
  );
  const rows = [
    heads,
    ...batches,
    sumRow("应付合计", statement.owedFen),
    ...payments,
    sumRow("已付合计", statement.paidFen),
    sumRow("待付", statement.openFen),
  ];
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${rows.map(csvLine).join("")}`);
}
