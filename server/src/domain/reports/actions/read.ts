/** Reads a report: its rows and totals, and the sums of the ledger that they must equal. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Input, Output } from "@yunjing/contract/operations";
import { type ReportGroup, type ReportKind, reports } from "@yunjing/contract/report-kinds";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiMonth } from "../../../platform/shanghai.ts";
import { dealerStatement } from "../../exchange/actions.ts";
import {
  addRows,
  type Column,
  compared,
  count,
  DAY_MS,
  fen,
  type FigureRow,
  marginOf,
  of,
  type Span,
  type Sums,
  sumsOf,
} from "../model.ts";
import { invoicesByDay, ledgerOfWithdrawals, withdrawalsByDay } from "../store/effect-basis.ts";
import { dealersOfBatches, supplierNames } from "../store/names.ts";
import { ordersOfSpan } from "../store/order-basis.ts";
import { readParts } from "../store/report-sums.ts";

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
/** All reads of a report are in one snapshot. */
type Builder = (tx: Tx, wanted: Wanted, context: Context) => Promise<Built>;

/** Gives the rows figures with the names of the report's columns. */
const renamed = (rows: readonly FigureRow[], figuresOf: (figures: Sums) => Sums): FigureRow[] =>
  rows.map(({ figures, ...row }) => ({ ...row, figures: figuresOf(figures) }));

const countedAs =
  (name: string) =>
  (figures: Sums): Sums => ({
    ...figures,
    [name]: of(figures, "times"),
  });
const withNet = (figures: Sums): Sums => ({
  ...figures,
  net: of(figures, "in") - of(figures, "out"),
});

/** Labels rows by their key; the key without a name has the default. */
const named = (
  rows: readonly FigureRow[],
  names: ReadonlyMap<string, string>,
  unnamed: string,
): FigureRow[] => rows.map((row) => ({ ...row, label: names.get(row.key) ?? unnamed }));

/** The largest first; rows of one size in the order of their keys. */
const largestFirst = (rows: readonly FigureRow[], sizeOf: (figures: Sums) => number): FigureRow[] =>
  rows.toSorted((a, b) => sizeOf(b.figures) - sizeOf(a.figures) || (a.key < b.key ? -1 : 1));
const byLabel = (rows: readonly FigureRow[]): FigureRow[] =>
  rows.toSorted((a, b) => (a.label < b.label || (a.label === b.label && a.key < b.key) ? -1 : 1));

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

const bill: Builder = async (tx, { by, ...span }) => {
  const group = dayOrMonth(by);
  const part = await readParts(tx, span, ["order", "topUp", "orderLedger", "topUpLedger"]);
  const rows = addRows(
    [
      ...renamed(part("order"), countedAs("orders")),
      ...renamed(part("topUp"), ({ in: topUp = 0 }) => ({ topUp })),
      ...renamed(await withdrawalsByDay(tx, span, group), ({ net: withdrawn = 0 }) => ({
        withdrawn,
      })),
    ],
    ({ key }) => key.slice(0, group === "day" ? 10 : 7),
  ).map((row) => ({ ...row, label: row.key }));
  const { in: topUp = 0 } = sumsOf(part("topUpLedger"));
  const { net: withdrawn = 0 } = await ledgerOfWithdrawals(tx, span);
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
    ledger: { ...sumsOf(part("orderLedger")), topUp, withdrawn },
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

const flowLabels: ReadonlyMap<string, string> = new Map([
  ["order", "订单收款"],
  ["topup", "充值收款"],
  ["unmatched", "未匹配收款"],
  ["refund", "订单退款"],
  ["return", "自动退回与充值退款"],
  ["withdrawal", "提现打款"],
]);

const flow: Builder = async (tx, { by: _, ...span }) => {
  const part = await readParts(tx, span, ["channel", "channelLedger"]);
  const rows = named(renamed(part("channel"), withNet), flowLabels, "充值收款");
  return {
    first: "类型",
    columns: [
      count("times", "笔数"),
      compared("in", "收入"),
      compared("out", "支出"),
      compared("net", "净额"),
    ],
    rows: largestFirst(rows, ({ net = 0 }) => net),
    ledger: withNet(sumsOf(part("channelLedger"))),
    to: ({ key }) => {
      const tab = ownValue(flowTabs, key);
      if (tab === undefined) return listOf("/withdrawals", span, { tab: "done" });
      const biz = key === "order" || key === "topup" ? { biz: key } : {};
      return listOf("/payments", span, { tab, ...biz });
    },
  };
};

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

const withMargin = (figures: Sums): Sums => ({
  ...countedAs("orders")(figures),
  margin: marginOf(figures),
});

const marginHeads = { order: "订单", sku: "商品规格", supplier: "供应商" } as const;
const paidOf = ({ cash = 0, balance = 0, code = 0 }: Sums): number => cash + balance + code;

const margin: Builder = async (tx, { by, ...span }) => {
  const group = by === "order" || by === "supplier" ? by : "sku";
  const part = await readParts(tx, span, [group, "orderLedger"]);
  const rows = {
    order: () => ordersOfSpan(tx, span, ORDERS_MAX),
    sku: () =>
      largestFirst(part("sku"), paidOf).map((row) => ({
        ...row,
        label: row.label || row.key || "无商品的兑换订单",
      })),
    supplier: async () => byLabel(named(part("supplier"), await supplierNames(tx), "无供应商")),
  };
  const totals = sumsOf(part(group));
  return {
    first: marginHeads[group],
    columns: marginColumns,
    rows: renamed(await rows[group](), withMargin),
    ...(group === "order" ? { totals: withMargin(totals) } : {}),
    ledger: withMargin(sumsOf(part("orderLedger"))),
    isCut: group === "order" && of(totals, "times") > ORDERS_MAX,
    to: ({ key }) => {
      if (group === "order") return `/orders/${key}`;
      if (group === "sku" || key === "") return listOf("/orders", span);
      return listOf("/orders", span, { supplierId: key });
    },
  };
};

const supplier: Builder = async (tx, { by: _, ...span }) => {
  const part = await readParts(tx, span, ["delivery", "deliveryLedger"]);
  const rows = named(part("delivery"), await supplierNames(tx), "");
  return {
    first: "供应商",
    columns: [count("delivered", "已发放"), compared("cost", "应付成本")],
    rows: largestFirst(renamed(rows, countedAs("delivered")), ({ cost = 0 }) => cost),
    ledger: sumsOf(part("deliveryLedger")),
    to: ({ key }) => listOf("/orders", span, { supplierId: key }),
  };
};

/** The months of Shanghai that a span touches. */
function monthsOf({ from, to }: Span): string[] {
  const months = new Set<string>();
  for (let at = from; at < to; at += DAY_MS) months.add(shanghaiMonth(at));
  months.add(shanghaiMonth(to - 1));
  return [...months];
}

const dealer: Builder = async (tx, { by: _, ...span }, context) => {
  const part = await readParts(tx, span, ["batch", "batchLedger"]);
  const batches = part("batch");
  const dealers = await dealersOfBatches(
    tx,
    batches.map(({ key }) => key),
  );
  const owed: FigureRow[] = [];
  for (const { memberId, name, batchIds } of dealers) {
    const own = batches.filter(({ key }) => batchIds.includes(key));
    let sum = 0;
    for (const month of monthsOf(span))
      sum += (await dealerStatement(context, tx, { memberId, month })).owedFen;
    const figures = { ...countedAs("orders")(sumsOf(own)), batches: own.length, owed: sum };
    owed.push({ key: memberId, label: name, figures });
  }
  return {
    first: "经销商",
    columns: [
      count("batches", "批次"),
      count("orders", "兑换次数"),
      compared("code", "兑换面额"),
      fen("owed", "涉及月份的应付"),
    ],
    rows: byLabel(owed),
    ledger: sumsOf(part("batchLedger")),
    to: ({ key }) => `/dealers?open=${key}`,
  };
};

const withdrawal: Builder = async (tx, { by, ...span }) => {
  const group = dayOrMonth(by);
  return {
    first: group === "day" ? "日期" : "月份",
    columns: [
      count("times", "笔数"),
      compared("amount", "提现金额"),
      compared("fee", "手续费"),
      compared("net", "到账"),
    ],
    rows: await withdrawalsByDay(tx, span, group),
    ledger: await ledgerOfWithdrawals(tx, span),
    to: ({ key }) => listOf("/withdrawals", instantsOf(key), { tab: "done" }),
  };
};

const invoice: Builder = async (tx, { by, ...span }) => {
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
    rows: await invoicesByDay(tx, span, group),
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
  const built = await inSnapshot(db, (tx) => builders[input.kind](tx, wanted, context));
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
