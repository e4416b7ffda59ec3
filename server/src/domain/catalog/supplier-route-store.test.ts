/** Operators set the order of a SKU's supplier routes; later purchases follow it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import {
  costsOfRoute,
  importPrices,
  productNames,
  publishBenefit,
  routesOfSku,
  saveDraft,
  sellables,
  setRoute,
} from "./actions.ts";
import { createTestDraft, createTestOffer, testDraftDeps } from "./testing.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const operatorId = context.ids.next();
const kept = { product: undefined, costFen: undefined };
const change = (route: Omit<Parameters<typeof setRoute>[2]["route"], "operatorId" | "reason">) =>
  setRoute(context, db, {
    route: { ...route, operatorId, reason: "换价" },
    supplierIds: ["cards", "own", "movie"],
  });
const costs = async (skuId: string, supplierId: string) => {
  const found = await costsOfRoute(db, testDraftDeps.namesOf, { skuId, supplierId });
  return found.map(({ product, costFen }) => [product, costFen]);
};

const bought = async () =>
  (await sellables(db, { skuIds: ["tart"], grade: 1, now: context.clock.sql() })).get("tart")
    ?.routes;

test("a route gets a weight and a priority, is switched off, and is chosen by price again without a weight", async () => {
  await createTestOffer(db, { id: "tart" });
  await db.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen) VALUES ('tart', 'own', 'tart', 1)`);
  const set = { ...kept, skuId: "tart", supplierId: "own", priority: 2, weight: 30, isOn: true };
  await change(set);
  expect((await bought())?.at(-1)).toEqual({
    supplierId: "own",
    product: "tart",
    costFen: 1,
    priority: 2,
    weight: 30,
  });
  await change({ ...set, weight: null });
  expect((await bought())?.at(-1)).not.toHaveProperty("weight");
  await change({ ...set, isOn: false });
  expect(await bought()).toHaveLength(1);
  expect((await routesOfSku(db, "tart")).map(({ supplierId, isOn }) => [supplierId, isOn])).toEqual(
    [
      ["cards", true],
      ["own", false],
    ],
  );
  await expect(change({ ...set, supplierId: "movie" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a supplier's product is named as it is sold, with its specification", async () => {
  const names = await productNames(db, "own");
  const { rows } = await db.execute<{ title: string; spec: string }>(sql`
    UPDATE sku SET spec = '大杯' FROM benefit b
    WHERE sku.benefit_id = b.benefit_id AND sku_id = 'tart' RETURNING b.title, spec`);
  expect((await productNames(db, "own")).get("tart")).toBe(`${rows[0]?.title} 大杯`);
  expect(names.get("tart")).toBe(rows[0]?.title);
  expect(names.get("unknown")).toBeUndefined();
});

test("a route is made with a cost, its costs stay readable, and a draft saved before leaves it", async () => {
  const { sinceVersion, draft } = await createTestDraft(context, db, {
    benefitId: "scone",
    operatorId,
  });
  const saved = { benefitId: "scone", operatorId, sinceVersion, draft };
  const first = await saveDraft(context, db, testDraftDeps, saved);
  const publish = (since: number) =>
    publishBenefit(context, db, {
      benefitId: "scone",
      operatorId,
      sinceVersion: since,
      reason: "上新",
    });
  await publish(first);
  const skus = draft.skus.map((sku) => ({ ...sku, priceVersion: 1 }));
  const body = { ...draft, title: "司康", skus };
  const second = await saveDraft(context, db, testDraftDeps, {
    ...saved,
    sinceVersion: first,
    draft: body,
  });
  context.clock.advance(1_000);
  const route = { skuId: "scone", priority: 0, weight: null, isOn: true };
  await change({ ...route, supplierId: "cards", product: "scone-2", costFen: 280 });
  await change({ ...route, supplierId: "movie", product: "scone-m", costFen: 250 });
  context.clock.advance(1_000);
  await publish(second);
  expect((await routesOfSku(db, "scone")).map((one) => [one.product, one.isOn])).toEqual([
    ["scone-2", true],
    ["scone-m", true],
  ]);
  expect(await costs("scone", "cards")).toEqual([
    ["scone-2", 280],
    ["scone", 300],
  ]);
  expect(await costs("scone", "movie")).toEqual([["scone-m", 250]]);
  await expect(
    change({ ...route, supplierId: "nobody", product: "x1", costFen: 1 }),
  ).rejects.toMatchObject({ code: "INPUT_INVALID", data: { field: "supplierId" } });
});

test("a price list shows its differences, and changes costs only as a whole and never into a loss", async () => {
  const ids = ["import-a", "import-b"];
  for (const id of ids) await createTestOffer(db, { id });
  await db.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen)
    VALUES ('import-a', 'movie', 'film-a', 60), ('import-b', 'movie', 'film-b', 70)`);
  const send = (prices: string, dryRun = false) =>
    importPrices(context, db, {
      supplierId: "movie",
      prices,
      dryRun,
      reason: "新报价",
      operatorId,
    });
  const list = "商品,成本\nfilm-a,0.80\nfilm-b,0.7";
  const shown = await send(list, true);
  expect(shown).toMatchObject({
    changes: [{ skuId: "import-a", product: "film-a", oldFen: 60, newFen: 80 }],
    unchanged: 1,
    faults: [],
  });
  expect(await costs("import-a", "movie")).toEqual([]);
  expect(await send(list)).toEqual(shown);
  expect(await costs("import-a", "movie")).toEqual([["film-a", 80]]);

  const price = shown.changes[0]?.lowestPriceFen ?? 0;
  expect(price).toBeGreaterThan(0);
  const bad = `film-a,0.90\nfilm-b,${(price + 1) / 100}\nfilm-c,1\nfilm-a,1\nfilm-b,x`;
  const { faults, changes } = await send(bad, true);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  expect(faults[0]?.why).toContain("低于成本");
  expect(changes).toMatchObject([{ skuId: "import-a", newFen: 90 }]);
  await expect(send(bad)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  expect(await costs("import-a", "movie")).toEqual([["film-a", 80]]);
  await expect(send("商品,成本", true)).rejects.toMatchObject({ code: "INPUT_INVALID" });
});
