/** Operators set the order of a SKU's supplier routes; later purchases follow it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { productNames, routesOfSku, sellables, setRouteOfSku } from "./actions.ts";
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

test("a supplier's product is named as it is sold, with its specification", async () => {
  const names = await productNames(db, "own");
  const { rows } = await db.execute<{ title: string; spec: string }>(sql`
    UPDATE sku SET spec = '大杯' FROM benefit b
    WHERE sku.benefit_id = b.benefit_id AND sku_id = 'tart' RETURNING b.title, spec`);
  expect((await productNames(db, "own")).get("tart")).toBe(`${rows[0]?.title} 大杯`);
  expect(names.get("tart")).toBe(rows[0]?.title);
  expect(names.get("unknown")).toBeUndefined();
});
