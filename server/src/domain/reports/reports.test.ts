/**
 * Reports of a shop with a history: every total equals the ledger and is above zero, the groups of
 * one report agree, and a posting that is wrong is shown as a difference.
 */
import type { Output } from "@yunjing/contract/operations";
import { type ReportGroup, type ReportKind, reports } from "@yunjing/contract/report-kinds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../orders/shop.fixture.ts";
import {
  createShopWithHistory,
  DAY_MS,
  type ShopWithHistory,
} from "../reconciliation/shop-history.fixture.ts";
import { campaignEffect, campaignEffects, readReport } from "./actions.ts";

let shop: ShopWithHistory;
beforeAll(async () => {
  shop = await createShopWithHistory();
}, 120_000);
afterAll(() => shop.close());

type Report = Output<"operatorReports", "read">;
const now = () => shop.context.clock.now().getTime();
function read(kind: ReportKind, by?: ReportGroup): Promise<Report> {
  const to = now() + 1;
  const span = { from: to - (by === "order" ? 31 : 366) * DAY_MS, to };
  return readReport(shop.context, shop.db, { kind, ...(by && { by }), ...span });
}

const totalOf = ({ columns, totals }: Report, key: string): number =>
  Number(totals[columns.findIndex((column) => column.key === key)]);
const listed = ({ rows, columns }: Report, key: string): number => {
  const place = columns.findIndex((column) => column.key === key);
  return rows.reduce((sum, { cells }) => sum + Number(cells[place]), 0);
};

/** Amounts that this history has; the simulation has the others. */
const present: Readonly<Partial<Record<ReportKind, readonly string[]>>> = {
  bill: ["orders", "cash", "balance", "coupon", "points", "cashBack"],
  flow: ["times", "in", "out", "net"],
  margin: ["orders", "cash", "balance", "cashBack", "margin"],
};

test.each(
  Object.entries(reports).flatMap(([kind, { by }]) =>
    by.map((group) => [kind as ReportKind, group] as const),
  ),
)("the totals of %s by %s equal the ledger and are those of its rows", async (kind, by) => {
  const report = await read(kind, by);
  expect(report.comparisons.length).toBeGreaterThan(0);
  for (const { title, reportFen, ledgerFen } of report.comparisons) {
    expect(reportFen, title).toBe(ledgerFen);
  }
  expect(report.ledgerDifference).toBe(0);
  for (const { key } of report.columns.slice(1)) {
    expect(listed(report, key), key).toBe(totalOf(report, key));
  }
  // A month of orders has less than the whole history.
  if (by === "order") return;
  for (const key of present[kind] ?? []) expect(totalOf(report, key), key).toBeGreaterThan(0);
});

test("the margins by SKU and by supplier are the same in sum, and rows lead to the list of their day", async () => {
  const [sku, supplier] = [await read("margin", "sku"), await read("margin", "supplier")];
  expect(sku.totals).toEqual(supplier.totals);
  const bill = await read("bill", "day");
  const [{ cells, to }] = bill.rows as [Report["rows"][number]];
  const since = Date.parse(`${String(cells[0])}T00:00:00+08:00`);
  expect(to).toBe(`/orders?from=${since}&to=${since + DAY_MS - 1}`);
});

test("the margins by SKU name the specification, where there is one", async () => {
  const names = async () => (await read("margin", "sku")).rows.map(({ cells }) => cells[0]);
  expect(await names()).toContain("card");
  await shop.owner.query(`UPDATE order_item SET snapshot = snapshot || '{"spec": "大杯"}'`);
  expect(await names()).toContain("card 大杯");
});

test("the effect of a campaign is the margin of the orders that used its coupons, and what these took off", async () => {
  const { rows: campaigns } = await shop.db.$client.query<{
    templateId: string;
    offFen: number;
    orders: string[];
  }>(
    `SELECT c.template_id AS "templateId", sum(u.off_fen)::int AS "offFen", array_agg(DISTINCT o.order_no) AS orders
     FROM member_coupon c
     JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
     JOIN orders o ON o.member_id = c.member_id AND o.id = c.used_order
     WHERE c.used_at > $1 GROUP BY 1`,
    [new Date(now() - 30 * DAY_MS)],
  );
  expect(campaigns.length).toBeGreaterThan(0);
  const { rows, columns } = await read("margin", "order");
  const margin = columns.findIndex(({ key }) => key === "margin");
  const effects = campaigns.map(({ templateId, offFen, orders }) => {
    const own = rows.filter(({ to }) => orders.includes(to?.split("/").at(-1) ?? ""));
    const marginFen = own.reduce((sum, { cells }) => sum + Number(cells[margin]), 0);
    return { templateId, orders: orders.length, offFen, marginFen };
  });
  const all = await campaignEffects(shop.context, shop.db);
  const byId = (a: { templateId: string }, b: { templateId: string }) =>
    a.templateId < b.templateId ? -1 : 1;
  expect(all.toSorted(byId)).toEqual(effects.toSorted(byId));
  for (const { templateId, ...effect } of effects)
    expect(await campaignEffect(shop.context, shop.db, templateId)).toEqual(effect);
  expect((await campaignEffect(shop.context, shop.db, "nothing")).orders).toBe(0);
});

test("a changed posting is a difference of every report that has it", async () => {
  const change = async (statement: string, back: string, kind: ReportKind) => {
    await shop.owner.query(statement);
    const { ledgerDifference } = await read(kind);
    await shop.owner.query(back);
    expect((await read(kind)).ledgerDifference).toBe(0);
    return ledgerDifference;
  };
  const { rows } = await shop.owner.query(
    `SELECT f.txn_id AS id FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
     WHERE t.kind = 'wxpay_accept' AND f.credit = 'clearing' AND t.order_id IS NOT NULL LIMIT 1`,
  );
  const posting = (by: number) =>
    `UPDATE ledger_transfer SET amount = amount + ${by} WHERE txn_id = '${rows[0]?.id}' AND credit = 'clearing'`;
  expect(await change(posting(7), posting(-7), "bill")).toBe(7);
  expect(await change(posting(5), posting(-5), "margin")).toBe(10);
});

test("a reversed span, one that is too long and another group are refused", async () => {
  const wanted = (from: number, to: number, by?: ReportGroup) =>
    codeOf(readReport(shop.context, shop.db, { kind: "bill", from, to, ...(by && { by }) }));
  expect(await wanted(now(), now() - 1)).toBe("INPUT_INVALID");
  expect(await wanted(now() - 367 * DAY_MS, now())).toBe("INPUT_INVALID");
  expect(await wanted(now() - DAY_MS, now(), "sku")).toBe("INPUT_INVALID");
});
