/**
 * Operators change the catalogue: which benefits go on sale, at which price, and which history is
 * written.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import {
  changePrice,
  changeStock,
  lowStock,
  publishBenefit,
  scheduledPrices,
  sellables,
  switchSku,
  unpublishBenefit,
  withdrawPrice,
} from "./actions.ts";
import { entityIdOf } from "./actions/operator/change-history.ts";
import { createTestOffer } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 0 });
const operatorId = context.ids.next();
const checkerId = context.ids.next();
let fresh: FreshDatabase;
let db: Db;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 16 });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

async function historyOf(entity: "benefit" | "sku", name: string) {
  const found = await db.execute<{ name: string; reason: string | null }>(sql`
    SELECT name, reason FROM event
    WHERE member_id = ${operatorId} AND entity_id = ${entityIdOf(entity, name)} ORDER BY at, id`);
  return found.rows.map((row) => row.name);
}
const sellable = async (skuId: string) =>
  (await sellables(db, { skuIds: [skuId], grade: 1, now: context.clock.sql() })).get(skuId);

describe("a benefit", () => {
  test("goes on sale and off again, and its history records both", async () => {
    await createTestOffer(db, { id: "tart", status: "draft" });
    await publishBenefit(context, db, { benefitId: "tart", operatorId });
    expect(await sellable("tart")).toMatchObject({ isOn: true });
    await expect(
      publishBenefit(context, db, { benefitId: "tart", operatorId }),
    ).rejects.toMatchObject({ code: "STATE_CHANGED" });
    await unpublishBenefit(context, db, { benefitId: "tart", operatorId, reason: "供应商停供" });
    expect(await sellable("tart")).toMatchObject({ isOn: false, why: "NOT_FOUND" });
    expect(await historyOf("benefit", "tart")).toEqual(["published", "unpublished"]);
  });

  test("stays off sale without a live route, and without a SKU", async () => {
    await createTestOffer(db, { id: "stuck", status: "draft", hasRoute: false });
    await createTestOffer(db, { id: "bare", status: "draft" });
    await switchSku(context, db, { skuId: "bare", operatorId, isOn: false });
    for (const [benefitId, problem] of [
      ["stuck", "供应渠道"],
      ["bare", "规格"],
    ] as const)
      await expect(publishBenefit(context, db, { benefitId, operatorId })).rejects.toMatchObject({
        code: "PUBLISH_DENIED",
        message: expect.stringContaining(problem),
      });
    expect(await historyOf("benefit", "stuck")).toEqual([]);
  });

  test("sold below cost needs a second person's approval", async () => {
    await createTestOffer(db, {
      id: "loss",
      status: "draft",
      priceFen: 100,
      costFen: 90,
      levels: { 2: 80 },
    });
    const publication = { benefitId: "loss", operatorId };
    await expect(publishBenefit(context, db, publication)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
    });
    await expect(
      publishBenefit(context, db, { ...publication, lossApprovedBy: operatorId }),
    ).rejects.toMatchObject({ code: "TWO_PERSONS" });
    await publishBenefit(context, db, { ...publication, lossApprovedBy: checkerId });
    expect(await sellable("loss")).toMatchObject({ isOn: true });
  });
});

describe("a price", () => {
  const price = (skuId: string, more: object = {}) => ({
    skuId,
    operatorId,
    sinceVersion: 1,
    marketFen: 300,
    priceFen: 200,
    levels: { 1: 190 },
    costFen: 100,
    ...more,
  });

  test("is stored as a new version, and the old one stays", async () => {
    await createTestOffer(db, { id: "milk", priceFen: 100 });
    expect(await changePrice(context, db, price("milk"))).toBe(2);
    expect(await sellable("milk")).toMatchObject({ version: 2, priceFen: 200, unitFen: 190 });
    const stored = await db.execute(
      sql`SELECT price_fen FROM sku_price WHERE sku_id = 'milk' AND version = 1`,
    );
    expect(stored.rows).toEqual([{ price_fen: 100 }]);
    expect(await historyOf("sku", "milk")).toEqual(["priced"]);
  });

  test("changed by two operators at once is changed once, and the other is refused", async () => {
    await createTestOffer(db, { id: "race", priceFen: 100 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) =>
        changePrice(context, db, price("race", { priceFen: 210 + n })),
      ),
    );
    const results = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? "made" : (outcome.reason as { code: string }).code,
    );
    expect(results.toSorted()).toEqual([
      ...Array.from({ length: 15 }, () => "STATE_CHANGED"),
      "made",
    ]);
    expect(await historyOf("sku", "race")).toEqual(["priced"]);
  });

  test("scheduled first applies from its instant on, also after a price that was made later", async () => {
    await createTestOffer(db, { id: "plan", priceFen: 100 });
    const at = (minutes: number) => new Date(TEST_NOON.getTime() + minutes * 60_000);
    const inForceAt = async (minutes: number) => {
      const found = await sellables(db, { skuIds: ["plan"], grade: 1, now: at(minutes) });
      return found.get("plan")?.priceFen;
    };
    const changed = (minutes: number, version: number) =>
      db.execute<{ sku: string | null }>(
        sql`SELECT catalog_changed_sku(${`[{"skuId":"plan","version":${version}}]`}::jsonb, ${at(minutes)}) AS sku`,
      );
    const sale = { priceFen: 60, levels: {}, costFen: 50, startsAt: at(10), endsAt: at(20) };
    await changePrice(context, db, price("plan", sale));
    await changePrice(context, db, price("plan", { priceFen: 110, levels: {}, sinceVersion: 2 }));
    expect(await Promise.all([0, 9.99, 10, 19.99, 20].map(inForceAt))).toEqual([
      110, 110, 60, 60, 110,
    ]);
    expect((await changed(10, 2)).rows).toEqual([{ sku: null }]);
    expect((await changed(20, 2)).rows).toEqual([{ sku: "plan" }]);
    const namesOf = () => Promise.resolve(() => "林知远");
    const planned = () => scheduledPrices(context, db, { benefitId: "plan", namesOf });
    expect(await planned()).toMatchObject([{ version: 2, priceFen: 60, madeBy: "林知远" }]);

    const given = { skuId: "plan", operatorId, reason: "活动取消" };
    await withdrawPrice(context, db, { ...given, version: 2 });
    expect(await inForceAt(10)).toBe(110);
    expect(await planned()).toEqual([]);
    expect(await historyOf("sku", "plan")).toEqual(["priced", "priced", "price_withdrawn"]);
    for (const version of [2, 3])
      await expect(withdrawPrice(context, db, { ...given, version })).rejects.toMatchObject({
        code: "STATE_CHANGED",
      });
  });

  test.each([
    ["INPUT_INVALID", { levels: { 1: 250 } }],
    ["INPUT_INVALID", { priceFen: -1 }],
    ["INPUT_INVALID", { pointsCashFen: 100 }],
    ["INPUT_INVALID", { startsAt: TEST_NOON, endsAt: TEST_NOON }],
    ["INPUT_INVALID", { endsAt: TEST_NOON }],
    ["PUBLISH_DENIED", { costFen: 195 }],
    ["TWO_PERSONS", { costFen: 195, lossApprovedBy: operatorId }],
    ["NOT_FOUND", { skuId: "nothing" }],
  ])("is refused %s for %j", async (code, more) => {
    await expect(changePrice(context, db, price("milk", more))).rejects.toMatchObject({ code });
  });
});

describe("stock", () => {
  test("can be added and removed, but held stock cannot be removed", async () => {
    await createTestOffer(db, { id: "tea", stock: 3 });
    const change = (delta: number) =>
      changeStock(context, db, { skuId: "tea", operatorId, delta, reason: "盘点" });
    expect(await change(10)).toBe(13);
    const items = JSON.stringify([{ skuId: "tea", quantity: 4 }]);
    const expires = new Date(TEST_NOON.getTime() + 60_000);
    await db.execute(sql`
      SELECT catalog_stock_hold(${context.ids.next()}, ${items}::jsonb, ${expires}, ${TEST_NOON})`);
    await expect(change(-10)).rejects.toMatchObject({ code: "SOLD_OUT" });
    expect(await change(-9)).toBe(4);
    expect(await sellable("tea")).toMatchObject({ isOn: false, why: "SOLD_OUT" });
    expect(await historyOf("sku", "tea")).toEqual(["stocked", "stocked"]);
  });

  test("below its alert threshold is listed, the fewest pieces first", async () => {
    await createTestOffer(db, { id: "low", stock: 4 });
    await db.execute(sql`UPDATE sku SET low_alert = 5 WHERE sku_id IN ('tea', 'low')`);
    const found = await lowStock(context, db);
    expect(found).toEqual([
      { skuId: "tea", free: 0, lowAlert: 5 },
      { skuId: "low", free: 4, lowAlert: 5 },
    ]);
  });
});
