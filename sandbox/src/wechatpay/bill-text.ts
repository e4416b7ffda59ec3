/**
 * Writes a trade bill in WeChat's format: 27 columns, a backtick before each field, amounts in
 * yuan, totals at the end.
 */

export type BillRow = {
  /** Milliseconds since 1970. */
  at: number;
  transactionId: string;
  outTradeNo: string;
  openid: string;
  tradeType: string;
  state: "SUCCESS" | "REFUND";
  totalFen: number;
  title: string;
  /** The channel's fee; negative when the channel returns part of it. */
  feeFen: number;
  refund?: { refundId: string; refundNo: string; refundFen: number; status: string };
};

const HEAD = [
  "交易时间",
  "公众账号ID",
  "商户号",
  "特约商户号",
  "设备号",
  "微信订单号",
  "商户订单号",
  "用户标识",
  "交易类型",
  "交易状态",
  "付款银行",
  "货币种类",
  "应结订单金额",
  "代金券金额",
  "微信退款单号",
  "商户退款单号",
  "退款金额",
  "充值券退款金额",
  "退款类型",
  "退款状态",
  "商品名称",
  "商户数据包",
  "手续费",
  "费率",
  "订单金额",
  "申请退款金额",
  "费率备注",
].join(",");
const SUMS_HEAD = [
  "总交易单数",
  "应结订单总金额",
  "退款总金额",
  "充值券退款总金额",
  "手续费总金额",
  "订单总金额",
  "申请退款总金额",
].join(",");

const yuan = (fen: number, decimals = 2): string => {
  const size = Math.abs(fen);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  return (fen < 0 ? "-" : "") + text.padEnd(text.length + decimals - 2, "0");
};
/** Formats an instant as local time in China, such as 2026-11-20 11:00:00. */
const chinaClock = (ms: number): string =>
  new Date(ms + 28_800_000).toISOString().slice(0, 19).replace("T", " ");
const marked = (cells: readonly string[]): string => cells.map((cell) => `\`${cell}`).join(",");

function rowText(row: BillRow, account: { appId: string; merchantId: string }): string {
  const { refund } = row;
  const paidFen = refund ? 0 : row.totalFen;
  const backFen = refund?.refundFen ?? 0;
  return marked([
    chinaClock(row.at),
    account.appId,
    account.merchantId,
    "0",
    "",
    row.transactionId,
    row.outTradeNo,
    row.openid,
    row.tradeType,
    row.state,
    "OTHERS",
    "CNY",
    yuan(paidFen),
    "0.00",
    refund?.refundId ?? "0",
    refund?.refundNo ?? "0",
    yuan(backFen),
    "0.00",
    refund ? "ORIGINAL" : "",
    refund?.status ?? "",
    row.title,
    "",
    yuan(row.feeFen, 5),
    "0.60%",
    yuan(paidFen),
    yuan(backFen),
    "",
  ]);
}

/**
 * Yields the whole file in pieces; each line ends with CR LF, and the file begins with a byte order
 * mark.
 */
export function* billText(
  rows: Iterable<BillRow>,
  account: { appId: string; merchantId: string },
): Generator<string> {
  yield `\uFEFF${HEAD}\r\n`;
  const sum = { rows: 0, paid: 0, back: 0, fee: 0 };
  for (const row of rows) {
    sum.rows += 1;
    sum.paid += row.refund ? 0 : row.totalFen;
    sum.back += row.refund?.refundFen ?? 0;
    sum.fee += row.feeFen;
    yield `${rowText(row, account)}\r\n`;
  }
  yield `${SUMS_HEAD}\r\n`;
  yield `${marked([
    String(sum.rows),
    yuan(sum.paid),
    yuan(sum.back),
    "0.00",
    yuan(sum.fee, 5),
    yuan(sum.paid),
    yuan(sum.back),
  ])}\r\n`;
}
