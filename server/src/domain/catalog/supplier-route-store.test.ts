/** Operators set the order of a SKU's supplier routes; later purchases follow it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { routesOfSku, sellables, setRouteOfSku, titlesOfProducts } from "./actions.ts";
import { createTestOffer } from "./testing.ts";

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

const bought = async () =>
  (await sellables(db, { skuIds: ["tart"], grade: 1, now: context.clock.sql() })).get("tart")
    ?.routes;

test("a route gets a weight and a priority, is switched off, and is chosen by price again without a weight", async () => {
  await createTestOffer(db, { id: "tart" });
  await db.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen) VALUES ('tart', 'own', 'tart', 1)`);
  const set = { skuId: "tart", supplierId: "own", priority: 2, weight: 30, isOn: true };
  expect(await setRouteOfSku(db, set)).toBe(true);
  expect((await bought())?.at(-1)).toEqual({
    supplierId: "own",
    product: "tart",
    costFen: 1,
    priority: 2,
    weight: 30,
  });
  await setRouteOfSku(db, { ...set, weight: null });
  expect((await bought())?.at(-1)).not.toHaveProperty("weight");
  await setRouteOfSku(db, { ...set, isOn: false });
  expect(await bought()).toHaveLength(1);
  expect((await routesOfSku(db, "tart")).map(({ supplierId, isOn }) => [supplierId, isOn])).toEqual(
    [
      ["cards", true],
      ["own", false],
    ],
  );
  expect(await setRouteOfSku(db, { ...set, supplierId: "movie" })).toBe(false);
});

test("a product of a supplier has the name that members know", async () => {
  await createTestOffer(db, { id: "cake" });
  await db.execute(sql`UPDATE benefit SET title = '随行杯' WHERE benefit_id =
    (SELECT benefit_id FROM sku WHERE sku_id = 'cake')`);
  await db.execute(sql`UPDATE sku SET spec = '480 毫升' WHERE sku_id = 'cake'`);
  await db.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen) VALUES ('cake', 'own', 'cup', 1)`);
  const titles = await titlesOfProducts(db, "own");
  expect(titles.get("cup")).toBe("随行杯 480 毫升");
  expect(titles.has("none")).toBe(false);
});
