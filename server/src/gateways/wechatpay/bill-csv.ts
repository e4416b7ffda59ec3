/**
 * Parses the text of a trade bill: a header, rows with a backtick before every field, a header of
 * totals, and the totals.
 */
import type { StatementLine } from "../../domain/fulfilment/port.ts";
import { fenOf, milliFenOf, nearestFen } from "./bill-money.ts";

/** The bill cannot be parsed; the message contains the place. */
export class BillFormatError extends Error {}

const columns = {
  at: "交易时间",
  merchantId: "商户号",
  transactionId: "微信订单号",
  outTradeNo: "商户订单号",
  state: "交易状态",
  currency: "货币种类",
  title: "商品名称",
  totalFen: "订单金额",
  channelRefundNo: "微信退款单号",
  refundNo: "商户退款单号",
  refundFen: "申请退款金额",
  refundState: "退款状态",
  fee: "手续费",
} as const;
type Column = keyof typeof columns;
const names = Object.keys(columns).filter((name): name is Column => name in columns);

const SUMS_HEAD = "总交易单数";
const sums = { fee: "手续费总金额", total: "订单总金额", refund: "申请退款总金额" } as const;
/** A product name may contain line feeds, but not more than this. */
const LINES_PER_ROW_MAX = 20;

const unmarked = (cell: string): string => cell.replace(/^\uFEFF/, "").replace(/^`/, "");
const headCells = (line: string): string[] => line.split(",").map((cell) => unmarked(cell).trim());
const rowCells = (line: string): string[] => line.slice(1).split(",`");

type Head = { readonly width: number; readonly at: Readonly<Record<Column, number>> };

function headOf(line: string): Head {
  const cells = headCells(line);
  const at = (column: Column) => cells.indexOf(columns[column]);
  const missing = names.find((name) => at(name) < 0);
  if (missing) throw new BillFormatError(`the head has no ${columns[missing]}`);
  const places = Object.fromEntries(names.map((name) => [name, at(name)]));
  return { width: cells.length, at: places as Record<Column, number> };
}

/**
 * Returns the cells of one row by column. Surplus cells belong to the product name, which may
 * contain a separator.
 */
function cellsOf(line: string, { width, at }: Head): (column: Column) => string {
  const cells = rowCells(line);
  const surplus = cells.length - width;
  const whole = surplus > 0 ? cells.toSpliced(at.title, surplus + 1, "") : cells;
  return (column) => whole[at[column]] ?? "";
}

const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

function instantOf(text: string): Date | undefined {
  const [, day, time] = TIME.exec(text) ?? [];
  const at = new Date(`${day}T${time}+08:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The number of rows so far, and their sums in thousandths of a fen. */
type Tally = { rows: number; fee: number; total: number; refund: number };

function rowOf(cell: (column: Column) => string, tally: Tally): StatementLine | undefined {
  const [at, fee] = [instantOf(cell("at")), milliFenOf(cell("fee"))];
  const [total, refund] = [milliFenOf(cell("totalFen")), milliFenOf(cell("refundFen"))];
  if (!at || fee === undefined || total === undefined || refund === undefined) return undefined;
  tally.rows += 1;
  tally.fee += fee;
  tally.total += total;
  tally.refund += refund;
  const rowFields = { at, feeFen: nearestFen(fee) };
  const [state, outTradeNo] = [cell("state"), cell("outTradeNo")];
  if (state === "SUCCESS") {
    const amountFen = fenOf(cell("totalFen"));
    const channelNo = cell("transactionId");
    if (amountFen === undefined || !outTradeNo || !channelNo) return undefined;
    return { ...rowFields, kind: "payment", outNo: outTradeNo, channelNo, amountFen, state };
  }
  // A refund or a revocation: money that was returned.
  const amountFen = fenOf(cell("refundFen"));
  const refundNo = cell("refundNo");
  if (amountFen === undefined || !state || !outTradeNo) return undefined;
  return {
    ...rowFields,
    kind: "refund",
    amountFen,
    ofNo: outTradeNo,
    outNo: refundNo && refundNo !== "0" ? refundNo : `${state}:${outTradeNo}`,
    channelNo: cell("channelRefundNo") || cell("transactionId"),
    state: state === "REFUND" ? cell("refundState") : state,
  };
}

function verifySums(head: string[], line: string, tally: Tally): void {
  const cells = rowCells(line);
  const statedSum = (name: string) => milliFenOf(cells[head.indexOf(name)] ?? "");
  if (Number(cells[0]) !== tally.rows) {
    throw new BillFormatError(`it counts ${cells[0]} rows and has ${tally.rows}`);
  }
  for (const name of ["fee", "total", "refund"] as const) {
    if (statedSum(sums[name]) !== tally[name])
      throw new BillFormatError(`${sums[name]} is not their sum`);
  }
}

/**
 * Yields the rows of this merchant's bill, in their order. Throws BillFormatError for anything that
 * it cannot verify.
 */
export async function* readBill(
  lines: AsyncIterable<string>,
  { merchantId }: { merchantId: string },
): AsyncGenerator<StatementLine> {
  const tally: Tally = { rows: 0, fee: 0, total: 0, refund: 0 };
  let head: Head | undefined;
  let sumsHead: string[] | undefined;
  let isProven = false;
  let open = "";
  let openLines = 0;
  for await (const line of lines) {
    if (!head) {
      head = headOf(line);
    } else if (isProven) {
      if (line.trim()) throw new BillFormatError("something follows the sums");
    } else if (sumsHead) {
      verifySums(sumsHead, line, tally);
      isProven = true;
    } else if (open === "" && unmarked(line).startsWith(SUMS_HEAD)) {
      sumsHead = headCells(line);
    } else if (open !== "" || line.trim()) {
      open = open === "" ? line : `${open}\n${line}`;
      openLines += 1;
      if (!open.startsWith("`") || openLines > LINES_PER_ROW_MAX) {
        throw new BillFormatError(`row ${tally.rows + 1} cannot be read`);
      }
      if (rowCells(open).length < head.width) continue;
      const cell = cellsOf(open, head);
      if (cell("merchantId") !== merchantId) throw new BillFormatError("it is another merchant's");
      if (cell("currency") !== "CNY") throw new BillFormatError("it is not in CNY");
      const row = rowOf(cell, tally);
      if (!row) throw new BillFormatError(`row ${tally.rows + 1} cannot be read`);
      [open, openLines] = ["", 0];
      yield row;
    }
  }
  if (!isProven) throw new BillFormatError("it ends before its sums");
}
