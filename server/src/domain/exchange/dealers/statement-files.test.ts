/** Tests a dealer's statement as PDF and CSV: every figure of it, its pages, and names that are hostile. */
import { parse } from "csv-parse/sync";
import type { OwnStatement } from "@yunjing/contract/schemas/dealers";
import { afterAll, expect, test } from "vitest";
import { createExchangeTestEnv, type ExchangeTestEnv } from "../testing.ts";
import { monthOf } from "./model.ts";
import { makeOwingDealer } from "./owing-dealer.fixture.ts";
import { enterPayment, ownStatement, reversePayment } from "./payments.ts";
import { pagesOfPdf } from "./pdf-text.fixture.ts";
import { statementCsv, statementPdf } from "./statement-files.ts";
import { drawStatement } from "./statement-pdf.ts";

let members = 700;
let kept: ExchangeTestEnv | undefined;
const open = async () => (kept ??= await createExchangeTestEnv());
afterAll(() => kept?.close());

async function owing(name = "批次") {
  const testEnv = await open();
  const { context, db, checkerId } = testEnv;
  const memberId = await testEnv.member(++members);
  const price = { fen: 4_250 };
  await makeOwingDealer(testEnv, { memberId, name, codes: 10, faceFen: 5_000, price });
  const dealer = { memberId, month: monthOf(context.clock.now()) };
  const enter = (amountFen: number, slip: string) =>
    enterPayment(context, db, {
      ...dealer,
      operatorId: checkerId,
      key: `${memberId}:${slip}`,
      amountFen,
      slip,
      reason: "已到账",
    });
  const { paymentId } = await enter(12_000, "WRONG-1");
  await reversePayment(context, db, {
    memberId,
    paymentId,
    reason: "多登记了",
    operatorId: checkerId,
    key: `${memberId}:back`,
  });
  await enter(20_000, "SLIP-2");
  return { context, db, dealer };
}

const batch = (name: string): OwnStatement["list"][number] => ({
  batchId: "b",
  name,
  state: "active",
  count: 5_000,
  made: 5_000,
  asleep: 100,
  live: 1_000,
  frozen: 0,
  redeemed: 3_800,
  void: 100,
  expired: 0,
  priceFen: 4_250,
  owedFen: 4_800 * 4_250,
});
const statement = (list: OwnStatement["list"]): OwnStatement => {
  const owedFen = list.reduce((sum, one) => sum + one.owedFen, 0);
  return { month: "2026-11", list, owedFen, paidFen: 0, openFen: owedFen, payments: [] };
};
const now = Date.parse("2026-11-28T08:00:00+08:00");
const draw = (list: OwnStatement["list"], name = "平安银行") =>
  drawStatement({ statement: statement(list), name, now });

test("both files have what the statement says: batches, payments, reversals and what is open", async () => {
  const { context, db, dealer } = await owing();
  const { owedFen, paidFen, openFen } = await ownStatement(context, db, dealer);
  expect({ owedFen, paidFen, openFen }).toEqual({
    owedFen: 42_500,
    paidFen: 20_000,
    openFen: 22_500,
  });

  const csv = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await statementCsv(context, db, dealer),
  );
  expect(csv.startsWith("\uFEFF批次,单价（元）")).toBe(true);
  const rows: string[][] = parse(csv, { bom: true });
  expect(rows[1]).toEqual(["批次", "42.50", "10", "10", "0", "0", "0", "425.00"]);
  expect(rows.slice(2).map((row) => [row[0]?.split(" ")[0], row.at(-1)])).toEqual([
    ["应付合计", "425.00"],
    ["付款", "120.00"],
    ["撤销付款", "-120.00"],
    ["付款", "200.00"],
    ["已付合计", "200.00"],
    ["待付", "225.00"],
  ]);

  const [page = []] = pagesOfPdf(await statementPdf(context, db, dealer));
  expect(page).toEqual(
    expect.arrayContaining(["华东渠道", "¥425.00", "¥225.00", "¥42.50", "SLIP-2", "−¥120.00"]),
  );
});

test("a name that a spreadsheet would run is a text, and its comma stays in its cell", async () => {
  const { context, db, dealer } = await owing('=HYPERLINK("http://x",1)');
  const rows: string[][] = parse(Buffer.from(await statementCsv(context, db, dealer)), {
    bom: true,
  });
  expect(rows[1]?.[0]).toBe(`'=HYPERLINK("http://x",1)`);
});

test("a long statement goes on over pages, each with its head, number and every batch once", () => {
  const names = Array.from({ length: 80 }, (_, n) => `第 ${n + 1} 批`);
  const pages = pagesOfPdf(draw(names.map(batch)));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, at) => {
    expect(page).toContain(`第 ${at + 1} 页`);
    expect(page).toContain("计费");
  });
  const drawn = pages.flat().filter((text) => text.endsWith("批"));
  expect(drawn).toEqual(names);
});

test("codes that are void or not yet sold are not charged, and a month without batches says so", () => {
  const [page = []] = pagesOfPdf(draw([batch("双十一")]));
  expect(page).toContain("4,800");
  expect(page).toContain("¥204,000.00");
  const [empty = []] = pagesOfPdf(draw([]));
  expect(empty).toContain("这个月没有提交批次");
  expect(empty).toContain("¥0.00");
});

test("a long name goes on in the next line, and what the font cannot draw leaves no box", () => {
  const long = "肯德基".repeat(20);
  const [page = []] = pagesOfPdf(draw([batch(`${"🎁".repeat(3)}${long}`)], "华东🐳渠道"));
  const lines = page.filter((text) => /^[肯德基]{3,}$/u.test(text));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join("")).toBe(long);
  expect(page).toContain("华东渠道");
  expect(page.join("")).not.toContain("�");
});

test("the file embeds the used characters only, so it is small", () => {
  const file = draw(Array.from({ length: 12 }, (_, n) => batch(`第 ${n} 批`)));
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(file.length).toBeLessThan(60_000);
});
