/** The count of meals by store reads the meals of the stores asked for, not all supplier orders. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { mealCounts } from "./actions.ts";
import { mealCountsSql } from "./store/meal-stores.ts";

const STORES = 40;
const MEALS_EACH = 100;
const wanted = { supplierId: "dining", storeCodes: ["SH1", "SH2", "SH99"], since: new Date(0) };
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  const { log } = testContext();
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log });
  // Every tenth meal failed; as many orders of another kind have no store.
  const client = await connectAsSuperuser(db);
  await client.query(
    `INSERT INTO supplier_order (member_id, id, order_id, supplier_id, out_no, request, state, created_at, ended_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), supplier, supplier || (10000000 + n),
            CASE supplier WHEN 'dining' THEN jsonb_build_object('storeCode', 'SH' || n % ${STORES}) ELSE '{}' END,
            CASE WHEN n / ${STORES} % 10 = 0 THEN 'FAILED' ELSE 'SUCCESS' END, now(), now()
     FROM generate_series(0, ${STORES * MEALS_EACH - 1}) n CROSS JOIN unnest(ARRAY['dining', 'topup']) supplier`,
  );
  await client.query("ANALYZE supplier_order");
  await client.end();
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

test("meals are counted by store, and a store without any is absent", async () => {
  const counts = await mealCounts(db, wanted);
  expect([...counts.values()].toSorted((a, b) => (a.storeCode < b.storeCode ? -1 : 1))).toEqual([
    { storeCode: "SH1", delivered: 90, failed: 10 },
    { storeCode: "SH2", delivered: 90, failed: 10 },
  ]);
});

test("they are found by the index on stores", async () => {
  const { rows } = await db.execute(sql`EXPLAIN (FORMAT JSON) ${mealCountsSql(wanted)}`);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('"Index Name":"supplier_order_store"');
  expect(plan).not.toContain('"Node Type":"Seq Scan"');
});
