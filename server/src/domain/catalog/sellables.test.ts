/** Sellables for a quote: the price at this time for the grade, and why a SKU is not available. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import { sellables } from "./actions.ts";
import { createTestOffer } from "./testing.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
  await createTestOffer(db, { id: "burger", priceFen: 1990, levels: { 1: 1890, 3: 1790 } });
  await createTestOffer(db, { id: "gone", stock: 0 });
  await createTestOffer(db, { id: "stuck", hasRoute: false });
  await createTestOffer(db, { id: "off", status: "off" });
  await createTestOffer(db, { id: "duck", cities: ["110100"] });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const skuIds = ["burger", "gone", "stuck", "off", "duck", "nothing"];
const ask = (more: object = {}) =>
  sellables(db, { skuIds, grade: 1, now: TEST_NOON, regionCode: "310101", ...more });

test("each grade pays the price of its level", async () => {
  for (const [grade, unitFen] of [
    [0, 1990],
    [1, 1890],
    [2, 1890],
    [4, 1790],
  ])
    expect((await ask({ grade })).get("burger")).toMatchObject({ priceFen: 1990, unitFen });
});

test("a SKU that cannot be bought carries the reason, and an unknown one is absent", async () => {
  const found = await ask();
  const whys = skuIds.map((skuId) => [skuId, found.get(skuId)?.isOn, found.get(skuId)?.why]);
  expect(whys).toEqual([
    ["burger", true, undefined],
    ["gone", false, "SOLD_OUT"],
    ["stuck", false, "SOLD_OUT"],
    ["off", false, "NOT_FOUND"],
    ["duck", false, "REGION_UNAVAILABLE"],
    ["nothing", undefined, undefined],
  ]);
  expect((await ask({ regionCode: "110105" })).get("duck")).toMatchObject({ isOn: true });
  expect((await ask({ regionCode: undefined })).get("duck")).toMatchObject({ isOn: true });
});

test("a sellable carries the data that fulfilment needs", async () => {
  expect((await ask()).get("burger")).toMatchObject({
    delivery: "card",
    refundRule: "before_code",
    quantityMin: 1,
    quantityMax: 10,
    routes: [{ supplierId: "cards", product: "burger", costFen: 50, priority: 0 }],
  });
});

test("a price for some hours applies during them, and the previous price afterwards", async () => {
  const from = new Date(TEST_NOON.getTime() + 3_600_000);
  const to = new Date(TEST_NOON.getTime() + 7_200_000);
  await db.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, cost_fen, starts_at, ends_at, made_by, made_at)
    VALUES ('duck', 2, 200, 80, 50, ${from}, ${to}, 'test', ${TEST_NOON})`);
  const at = async (now: Date) => (await ask({ now })).get("duck");
  expect(await at(TEST_NOON)).toMatchObject({ version: 1, priceFen: 100 });
  expect(await at(from)).toMatchObject({ version: 2, priceFen: 80 });
  expect(await at(to)).toMatchObject({ version: 1, priceFen: 100 });
});

test("a benefit is on sale within its sale window and not outside it, without any job", async () => {
  const from = new Date(TEST_NOON.getTime() + 1_000);
  const to = new Date(TEST_NOON.getTime() + 2_000);
  await db.execute(
    sql`UPDATE benefit SET sale_from = ${from}, sale_to = ${to} WHERE benefit_id = 'burger'`,
  );
  const isOn = async (now: Date) => (await ask({ now })).get("burger")?.isOn;
  expect([await isOn(TEST_NOON), await isOn(from), await isOn(to)]).toEqual([false, true, false]);
});
