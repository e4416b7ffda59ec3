/**
 * The days of campaigns: what is stored with what came since equals the coupons and orders, whatever the job
 * has summed, also of a coupon whose use commits late, and of an order that is refunded later.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase } from "../../platform/database/pool.ts";
import { campaignsToday } from "../coupons/actions.ts";
import { times } from "../ledger/race.fixture.ts";
import {
  createShopWithHistory,
  DAY_MS,
  type ShopWithHistory,
} from "../reconciliation/shop-history.fixture.ts";
import { campaignEffect, campaignEffects, sumCampaignDays } from "./actions.ts";

const MINUTE_MS = 60_000;
let shop: ShopWithHistory;
beforeAll(async () => {
  shop = await createShopWithHistory();
}, 120_000);
afterAll(() => shop.close());

const sumDays = (closesMs?: number) => sumCampaignDays(shop.context, shop.db, closesMs);
const effects = () => campaignEffects(shop.context, shop.db);
const forgetDays = () => shop.owner.query("TRUNCATE campaign_day, campaign_day_mark");
/** What the coupons and orders give without any stored day. */
async function counted() {
  const { rows } = await shop.owner.query("SELECT * FROM campaign_day_mark");
  await shop.owner.query("UPDATE campaign_day_mark SET until = '2000-01-01'");
  await shop.owner.query("ALTER TABLE campaign_day RENAME TO stored");
  await shop.owner.query("CREATE VIEW campaign_day AS SELECT * FROM stored WHERE false");
  await shop.owner.query("GRANT SELECT ON campaign_day TO yunjing_app");
  const found = await effects();
  await shop.owner.query("DROP VIEW campaign_day");
  await shop.owner.query("ALTER TABLE stored RENAME TO campaign_day");
  for (const { until } of rows)
    await shop.owner.query("UPDATE campaign_day_mark SET until = $1", [until]);
  return found;
}

test("the effects are the same before and after the job has summed the days, of all campaigns and of one", async () => {
  await forgetDays();
  const before = await effects();
  expect(before.length).toBeGreaterThan(0);
  shop.context.clock.advance(2 * MINUTE_MS);
  // Thirty days and today.
  expect(await sumDays()).toBe(30);
  expect(await effects()).toEqual(before);
  for (const { templateId, ...effect } of before)
    expect(await campaignEffect(shop.context, shop.db, templateId)).toEqual(effect);
  // The next run sums the minute since.
  shop.context.clock.advance(MINUTE_MS);
  expect(await sumDays()).toBe(1);
  expect(await effects()).toEqual(before);
});

test("a refund of an earlier day is in the figures after its day was summed again, within thirty runs", async () => {
  shop.context.clock.advance(2 * DAY_MS);
  await sumDays();
  const [first] = await effects();
  await shop.owner.query(
    `UPDATE supplier_order SET cost_fen = cost_fen + 7 WHERE state = 'SUCCESS' AND (member_id, order_id) IN (
       SELECT member_id, used_order FROM member_coupon WHERE template_id = $1)`,
    [first?.templateId],
  );
  const now = await counted();
  for (let run = 0; run < 30; run++) {
    shop.context.clock.advance(MINUTE_MS);
    await sumDays();
  }
  expect(await effects()).toEqual(now);
});

/** Coupons are used in a transaction that commits after the job has run. */
async function lateUse(closesMs?: number) {
  const late = shop.context.clock.now();
  await shop.owner.query("BEGIN");
  const { rowCount } = await shop.owner.query(
    "UPDATE member_coupon SET used_at = $1 WHERE used_at IS NOT NULL",
    [late],
  );
  shop.context.clock.advance(20_000);
  await sumDays(closesMs);
  await shop.owner.query("COMMIT");
  const { used } = await campaignsToday(shop.db, shop.context.clock.sql());
  return { rowCount, used };
}

test("a coupon whose use commits up to a minute late counts at once", async () => {
  shop.context.clock.advance(DAY_MS);
  const { rowCount, used } = await lateUse();
  expect(rowCount).toBeGreaterThan(0);
  expect(used).toBe(rowCount);
});

test("it is missing until the next run when the days are summed until the present", async () => {
  shop.context.clock.advance(DAY_MS);
  const { rowCount, used } = await lateUse(0);
  expect(used).toBeLessThan(rowCount ?? 0);
  shop.context.clock.advance(2 * MINUTE_MS);
  await sumDays();
  expect((await campaignsToday(shop.db, shop.context.clock.sql())).used).toBe(rowCount);
});

/** Eight runs at once over days that none has summed. */
async function sumAtOnce(mutants: readonly Mutant[]) {
  await forgetDays();
  const before = await effects();
  const { db } = openMutantDatabase({ url: shop.appUrl, log: shop.context.log, size: 8 }, mutants);
  try {
    shop.context.clock.advance(2 * MINUTE_MS);
    await Promise.all(times(8, () => sumCampaignDays(shop.context, db)));
    expect(await effects()).toEqual(before);
  } finally {
    await closeDatabase(db);
  }
}

test("eight runs at once sum each day once", () => sumAtOnce([]));

test("they would sum a day twice without the lock of the mark, which the database refuses", async () => {
  await expect(sumAtOnce([{ from: "FOR UPDATE", to: "" }])).rejects.toThrow(/campaign_day/);
});
