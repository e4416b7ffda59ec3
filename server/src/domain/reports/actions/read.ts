/** Reads a report: its rows and totals, and the sums of the ledger that they must equal. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Input, Output } from "@yunjing/contract/operations";
import { type ReportGroup, type ReportKind, reports } from "@yunjing/contract/report-kinds";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiMonth } from "../../../platform/shanghai.ts";
import { dealerStatement } from "../../exchange/actions.ts";
import {
  type Column,
  compared,
  count,
  fen,
  type FigureRow,
  marginOf,
  of,
  type Span,
  type Sums,
} from "../model.ts";
import {
  channelFlow,
  invoicesByDay,
  ledgerOfChannel,
  ledgerOfSuppliers,
  ledgerOfTopUps,
  ledgerOfWithdrawals,
  suppliersOfSpan,
  topUpsByDay,
  withdrawalsByDay,
} from "../store/effect-basis.ts";
import {
  ledgerOfDealers,
  ledgerOfOrders,
  ordersByDay,
  ordersByDealer,
  ordersBySku,
  ordersBySupplier,
  ordersOfSpan,
  orderTotals,
} from "../store/order-basis.ts";

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const ORDER_DAYS_MAX = 31;
const LIST_DAYS_MAX = 31;
/** Rows of a report by order; the totals are of all. */
const ORDERS_MAX = 1_000;

type Report = Output<"operatorReports", "read">;
type Wanted = Span & { readonly by: ReportGroup };
type Built = {
  readonly first: string;
  readonly columns: readonly Column[];
  readonly rows: readonly FigureRow[];
  /** Without it the totals are the sums of the rows. */
  readonly totals?: Sums;
  readonly ledger: Sums;
  readonly to?: (row: FigureRow) => string | undefined;
  readonly isCut?: boolean;
};
type Builder = (context: Context, db: Db, wanted: Wanted) => Promise<Built>;

/** Adds rows of several sources by their key, in the order of the keys. */
function mergeRows(...sources: readonly (readonly FigureRow[])[]): FigureRow[] {
  const merged = new Map<string, FigureRow>();
  for (const row of sources.flat()) {
    const known = merged.get(row.key);
    merged.set(row.key, known ? { ...known, figures: { ...known.figures, ...row.figures } } : row);
  }
  return [...merged.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

const dayOrMonth = (by: ReportGroup): "day" | "month" => (by === "month" ? "month" : "day");

/** The instants of a day `2026-11-23` or a month `2026-11` of Shanghai, in ms. */
function instantsOf(key: string): Span {
  const from = Date.parse(`${key.length === 7 ? `${key}-01` : key}T00:00:00+08:00`);
  if (key.length > 7) return { from, to: from + DAY_MS - 1 };
  const [year = 0, month = 0] = key.split("-").map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
  return { from, to: Date.parse(`${next}-01T00:00:00+08:00`) - 1 };
}

/** The list of a span; undefined for one that is longer than lists of all members may be. */
const listOf = (
  path: string,
  { from, to }: Span,
  filter: Readonly<Record<string, string>> = {},
): string | undefined =>
  to - from > LIST_DAYS_MAX * DAY_MS
    ? undefined
    : `${path}?${new URLSearchParams({ ...filter, from: String(from), to: String(to) }).toString()}`;

const bill: Builder = async (_context, db, { by, ...span }) => {
  const group = dayOrMonth(by);
  const rows = mergeRows(
    await ordersByDay(db, span, group),
    await topUpsByDay(db, span, group),
    (await withdrawalsByDay(db, span, group)).map(({ figures, ...row }) => ({
      ...row,
      figures: { withdrawn: of(figures, "net") },
    })),
  );
  const { net: withdrawn = 0 } = await ledgerOfWithdrawals(db, span);
  return {
    first: group === "day" ? "日期" : "月份",
    columns: [
      count("orders", "支付订单"),
      compared("cash", "微信支付"),
      compared("balance", "余额支付"),
      compared("code", "兑换码抵扣"),
      compared("coupon", "优惠券抵扣"),
      compared("points", "积分抵扣"),
      compared("cashBack", "退回微信"),
      compared("balanceBack", "退回余额"),
      compared("topUp", "充值"),
      compared("withdrawn", "提现到账"),
    ],
    rows,
    ledger: { ...(await ledgerOfOrders(db, span)), ...(await ledgerOfTopUps(db, span)), withdrawn },
    to: ({ key }) => listOf("/orders", instantsOf(key)),
  };
};

const flowTabs: Readonly<Record<string, string>> = {
  order: "payment",
  topup: "payment",
  unmatched: "unmatched",
  refund: "refund",
  return: "return",
};

const flow: Builder = async (_context, db, { by: _, ...span }) => ({
  first: "类型",
  columns: [
    count("times", "笔数"),
    compared("in", "收入"),
    compared("out", "支出"),
    compared("net", "净额"),
  ],
  rows: await channelFlow(db, span),
  ledger: await ledgerOfChannel(db, span),
  to: ({ key }) => {
    const tab = ownValue(flowTabs, key);
    if (tab === undefined) return listOf("/withdrawals", span, { tab: "done" });
    const biz = key === "order" || key === "topup" ? { biz: key } : {};
    return listOf("/payments", span, { tab, ...biz });
  },
});

const marginColumns: readonly Column[] = [
  count("orders", "订单"),
  compared("cash", "微信支付"),
  compared("balance", "余额支付"),
  compared("code", "兑换码抵扣"),
  compared("cashBack", "退回微信"),
  compared("balanceBack", "退回余额"),
  compared("cost", "供应成本"),
  compared("margin", "毛利"),
];

const withMargin = (figures: Sums): Sums => ({ ...figures, margin: marginOf(figures) });

const marginRows = {
  order: (db: Db, span: Span) => ordersOfSpan(db, span, ORDERS_MAX),
  sku: ordersBySku,
  supplier: ordersBySupplier,
} as const;
const marginHeads = { order: "订单", sku: "商品规格", supplier: "供应商" } as const;

const margin: Builder = async (_context, db, { by, ...span }) => {
  const group = by === "order" || by === "supplier" ? by : "sku";
  const rows = await marginRows[group](db, span);
  const totals = await orderTotals(db, span);
  return {
    first: marginHeads[group],
    columns: marginColumns,
    rows: rows.map((row) => ({ ...row, figures: withMargin(row.figures) })),
    ...(group === "order" ? { totals: withMargin(totals) } : {}),
    ledger: withMargin(await ledgerOfOrders(db, span)),
    isCut: group === "order" && of(totals, "orders") > ORDERS_MAX,
    to: ({ key }) => {
      if (group === "order") return `/orders/${key}`;
      if (group === "sku" || key === "") return listOf("/orders", span);
      return listOf("/orders", span, { supplierId: key });
    },
  };
};

const supplier: Builder = async (_context, db, { by: _, ...span }) => ({
  first: "供应商",
  columns: [count("delivered", "已发放"), compared("cost", "应付成本")],
  rows: await suppliersOfSpan(db, span),
  ledger: await ledgerOfSuppliers(db, span),
  to: ({ key }) => listOf("/orders", span, { supplierId: key }),
});

/** The months of Shanghai that a span touches. */
function monthsOf({ from, to }: Span): string[] {
  const months = new Set<string>();
  for (let at = from; at < to; at += DAY_MS) months.add(shanghaiMonth(at));
  months.add(shanghaiMonth(to - 1));
  return [...months];
}

const dealer: Builder = async (context, db, { by: _, ...span }) => {
  const rows = await ordersByDealer(db, span);
  const owed = await Promise.all(
    rows.map(async ({ key: memberId, figures, ...row }) => {
      let sum = 0;
      for (const month of monthsOf(span)) {
        sum += (await dealerStatement(context, db, { memberId, month })).owedFen;
      }
      return { ...row, key: memberId, figures: { ...figures, owed: sum } };
    }),
  );
  return {
    first: "经销商",
    columns: [
      count("batches", "批次"),
      count("orders", "兑换次数"),
      compared("code", "兑换面额"),
      fen("owed", "涉及月份的应付"),
    ],
    rows: owed,
    ledger: await ledgerOfDealers(db, span),
    to: ({ key }) => `/dealers?open=${key}`,
  };
};

const withdrawal: Builder = async (_context, db, { by, ...span }) => {
  const group = dayOrMonth(by);
  return {
    first: group === "day" ? "日期" : "月份",
    columns: [
      count("times", "笔数"),
      compared("amount", "提现金额"),
      compared("fee", "手续费"),
      compared("net", "到账"),
    ],
    rows: await withdrawalsByDay(db, span, group),
    ledger: await ledgerOfWithdrawals(db, span),
    to: ({ key }) => listOf("/withdrawals", instantsOf(key), { tab: "done" }),
  };
};

const invoice: Builder = async (_context, db, { by, ...span }) => {
  const group = dayOrMonth(by);
  return {
    first: group === "day" ? "日期" : "月份",
    columns: [
      count("issued", "开票张数"),
      fen("issuedFen", "开票金额"),
      count("reversed", "红冲张数"),
      fen("reversedFen", "红冲金额"),
      // What stands above the money that was paid and not refunded; the ledger allows none.
      compared("over", "超出实付"),
    ],
    rows: await invoicesByDay(db, span, group),
    ledger: { over: 0 },
    to: ({ key }) => listOf("/invoices", instantsOf(key), { stage: "issued" }),
  };
};

const builders: Readonly<Record<ReportKind, Builder>> = {
  bill,
  flow,
  margin,
  supplier,
  dealer,
  withdrawal,
  invoice,
};

/** Refuses INPUT_INVALID for a span that is reversed or too long, and for a group of another kind. */
function wantedOf({ kind, by, from, to }: Input<"operatorReports", "read">): Wanted {
  const groups: readonly ReportGroup[] = reports[kind].by;
  const [first] = groups;
  const group = by ?? first;
  if (group === undefined || !groups.includes(group)) {
    throw new Refusal("INPUT_INVALID", { field: "by" });
  }
  const daysMax = group === "order" ? ORDER_DAYS_MAX : DAYS_MAX;
  if (from >= to || to - from > daysMax * DAY_MS) {
    const text = `时段不对，或超过 ${daysMax} 天`;
    throw new Refusal("INPUT_INVALID", { field: "from", text });
  }
  return { by: group, from, to };
}

/** Returns a report of a span in ms. Refuses INPUT_INVALID. */
export async function readReport(
  context: Context,
  db: Db,
  input: Input<"operatorReports", "read">,
): Promise<Report> {
  const wanted = wantedOf(input);
  const built = await builders[input.kind](context, db, wanted);
  const { first, columns, rows, ledger, to, isCut = false } = built;
  const sum = (key: string) => rows.reduce((total, { figures }) => total + of(figures, key), 0);
  const totals =
    built.totals ?? Object.fromEntries(columns.map(({ key }) => [key, sum(key)] as const));
  const comparisons = columns
    .filter(({ isCompared }) => isCompared)
    .map(({ key, title }) => ({ title, reportFen: of(totals, key), ledgerFen: of(ledger, key) }));
  return {
    kind: input.kind,
    ...wanted,
    columns: [
      { key: "label", title: first, unit: "text" },
      ...columns.map(({ key, title, unit }) => ({ key, title, unit })),
    ],
    rows: rows.map((row) => {
      const link = to?.(row);
      return {
        cells: [row.label, ...columns.map(({ key }) => of(row.figures, key))],
        ...(link === undefined ? {} : { to: link }),
      };
    }),
    totals: ["合计", ...columns.map(({ key }) => of(totals, key))],
    isCut,
    comparisons,
    ledgerDifference: comparisons.reduce(
      (total, { reportFen, ledgerFen }) => total + Math.abs(reportFen - ledgerFen),
      0,
    ),
  };
}
