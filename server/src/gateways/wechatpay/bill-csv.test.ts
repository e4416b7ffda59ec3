/**
 * Tests that a bill is parsed exactly: product names with commas, quotes and backticks, in chunks
 * of any size.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StatementLine } from "../../domain/fulfilment/port.ts";
import { linesOf, openFileBuffer } from "../bills/file-buffer.ts";
import { BillFormatError, readBill } from "./bill-csv.ts";
import { fenOf, milliFenOf, nearestFen } from "./bill-money.ts";

const MERCHANT = "1900000109";
const HEAD =
  "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const SUMS =
  "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";

type Row = { outNo: string; fen: number; feeFen: number; title: string; refundNo?: string };

const yuan = (fen: number): string => {
  const text = String(Math.abs(fen)).padStart(3, "0");
  return `${fen < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
};
const marked = (cells: readonly string[]): string => cells.map((cell) => `\`${cell}`).join(",");

const rowText = ({ outNo, fen, feeFen, title, refundNo }: Row): string =>
  marked([
    "2026-11-20 23:59:59",
    "wx1",
    MERCHANT,
    "0",
    "",
    `42${outNo}`,
    outNo,
    "o1",
    "JSAPI",
    refundNo ? "REFUND" : "SUCCESS",
    "OTHERS",
    "CNY",
    "0.00",
    "0.00",
    refundNo ? `50${refundNo}` : "0",
    refundNo ?? "0",
    "0.00",
    "0.00",
    "",
    refundNo ? "SUCCESS" : "",
    title,
    "",
    yuan(feeFen),
    "0.60%",
    yuan(refundNo ? 0 : fen),
    yuan(refundNo ? fen : 0),
    "",
  ]);

const total = (rows: readonly Row[], of: (row: Row) => number): string =>
  yuan(rows.reduce((sum, row) => sum + of(row), 0));

function billOf(
  rows: readonly Row[],
  { end = "\r\n", mark = "", count = rows.length } = {},
): string {
  const sums = [
    String(count),
    "0.00",
    "0.00",
    "0.00",
    total(rows, ({ feeFen }) => feeFen),
    total(rows, ({ fen, refundNo }) => (refundNo ? 0 : fen)),
    total(rows, ({ fen, refundNo }) => (refundNo ? fen : 0)),
  ];
  return mark + [HEAD, ...rows.map(rowText), SUMS, marked(sums), ""].join(end);
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(text: string, size = 65_536): Promise<StatementLine[]> {
  const rows: StatementLine[] = [];
  const lines = linesOf(chunksOf(Buffer.from(text), size));
  for await (const row of readBill(lines, { merchantId: MERCHANT })) rows.push(row);
  return rows;
}

const expected = ({ outNo, fen, feeFen, refundNo }: Row): StatementLine => ({
  amountFen: fen,
  feeFen,
  at: new Date("2026-11-20T15:59:59Z"),
  ...(refundNo
    ? { kind: "refund", outNo: refundNo, channelNo: `50${refundNo}`, ofNo: outNo, state: "SUCCESS" }
    : { kind: "payment", outNo, channelNo: `42${outNo}`, state: "SUCCESS" }),
});

const number = fc.stringMatching(/^[0-9A-Za-z_-]{6,32}$/);
/**
 * Unusual product names: separators, quotes, headers of totals, blanks, line feeds, other scripts.
 */
const title = fc
  .array(
    fc.constantFrom(
      ",",
      "`",
      ",`",
      '"',
      "'",
      "\n",
      "\t",
      "\\",
      "总交易单数",
      "套餐",
      "🍗",
      "\u2028",
      " ",
      "a",
      "0",
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const row: fc.Arbitrary<Row> = fc.record(
  {
    outNo: number,
    title,
    refundNo: number,
    fen: fc.integer({ min: 1, max: 1_000_000_000 }),
    feeFen: fc.integer({ min: -6_000_000, max: 6_000_000 }),
  },
  { requiredKeys: ["outNo", "title", "fen", "feeFen"] },
);

describe("a bill", () => {
  test("is parsed row by row, whatever its product names contain and however it is chunked", async () => {
    const shape = { end: fc.constantFrom("\n", "\r\n"), mark: fc.constantFrom("", "\uFEFF") };
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.record(shape),
        fc.integer({ min: 1, max: 300 }),
        async (rows, how, size) => {
          expect(await read(billOf(rows, how), size)).toEqual(rows.map(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  const one: Row = { outNo: "P0000001", fen: 2_990, feeFen: 18, title: "套餐" };
  const whole = billOf([one, { ...one, outNo: "P0000002" }]);
  test.each<[string, string]>([
    ["without its sums", whole.slice(0, whole.indexOf("总交易单数"))],
    ["cut in a row", whole.slice(0, whole.indexOf("P0000002") + 3)],
    ["empty", ""],
    ["that counts wrongly", billOf([one], { count: 2 })],
    ["whose sum is another", whole.replace("`59.80", "`59.81")],
    ["of another merchant", whole.replaceAll(MERCHANT, "1900000110")],
    ["in another money", whole.replaceAll("`CNY", "`USD")],
    ["with an amount in words", whole.replace("`29.90", "`1e3")],
    ["with half a fen", whole.replace("`29.90", "`29.905").replace("`59.80", "`59.805")],
    ["with a column less", whole.replace("订单金额,申请退款金额", "申请退款金额")],
    ["that goes on after its sums", `${whole}\`1`],
    ["with a time that is none", whole.replace("2026-11-20 23:59:59", "2026-11-20 25:59:59")],
    ["that is an answer in JSON", '{"code":"SYSTEM_ERROR"}'],
  ])("%s is rejected completely", async (_, text) => {
    await expect(read(text)).rejects.toThrow(BillFormatError);
  });

  test("may have backticks in its headers too, and has no rows on some days", async () => {
    const marks = (head: string) => marked(head.split(","));
    const text = billOf([one]).replace(HEAD, marks(HEAD)).replace(SUMS, marks(SUMS));
    expect(await read(text)).toEqual([expected(one)]);
    expect(await read(billOf([]))).toEqual([]);
  });
});

describe("the amount parser", () => {
  test("returns the same fen for every amount written as yuan", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (fen) => {
        expect(fenOf(yuan(fen))).toBe(fen === 0 ? 0 : fen);
      }),
      { numRuns: 2_000 },
    );
  });

  test("accepts decimals that floats would lose, and rejects everything that is not a plain number", () => {
    expect(fenOf("0.29")).toBe(29);
    expect(fenOf("1.15")).toBe(115);
    expect(fenOf("4.35000")).toBe(435);
    expect(fenOf("-0.00")).toBe(0);
    for (const text of ["", ".5", "1.", "1e2", "0x10", " 1", "1,000.00", "NaN", "1.000001", "+1"]) {
      expect(milliFenOf(text)).toBeUndefined();
    }
  });

  test("rounds a fee to the nearest fen, halves away from zero", () => {
    expect(
      ["0.00499", "0.00500", "-0.00500", "-0.00499"].map((fee) => nearestFen(milliFenOf(fee) ?? 9)),
    ).toEqual([0, 1, -1, 0]);
  });
});

test("a file buffer returns what was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), async (parts) => {
      const buffer = await openFileBuffer();
      for (const part of parts) await buffer.write(Buffer.from(part));
      const lines: string[] = [];
      for await (const line of buffer.lines()) lines.push(line);
      await buffer.close();
      const text = parts.join("");
      const wanted = text.split("\n").map((line) => line.replace(/\r$/, ""));
      if (wanted.at(-1) === "") wanted.pop();
      expect(lines).toEqual(wanted);
    }),
    { numRuns: 100 },
  );
});
