/** A page of batches reads the counts of its own batches only and no code, for makers and operators. */
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../../platform/database/pool.ts";
import { createExchangeTestEnv, type ExchangeTestEnv } from "../testing.ts";
import { grantCodes } from "./grant.ts";
import { filteredBatches } from "./store/list.ts";
import { listBatches } from "./store.ts";

const BATCHES = 12;
const PAGE = 3;

let testEnv: ExchangeTestEnv;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
  const { context, db, makerId, checkerId } = testEnv;
  for (let n = 0; n < BATCHES; n++)
    await grantCodes(context, db, { target: "points-500", count: 2, makerId, checkerId });
});
afterAll(() => testEnv.close());

type Plan = {
  readonly "Relation Name"?: string;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
};

/** Returns how often a plan reads a table. */
const readsOf = (plan: Plan, table: string): number =>
  (plan["Relation Name"] === table ? plan["Actual Loops"] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + readsOf(part, table), 0);

/** Runs a list of batches, and returns how often its statement read the counts and the codes. */
async function readsBy(list: (db: Db) => Promise<unknown>) {
  let plan: Plan | undefined;
  const explaining = {
    execute: async (statement: SQL) => {
      const explained = await testEnv.db.execute<{ "QUERY PLAN": readonly { Plan: Plan }[] }>(
        sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
      );
      plan = explained.rows[0]?.["QUERY PLAN"][0]?.Plan;
      return { rows: [] };
    },
  };
  await list(explaining as unknown as Db);
  if (!plan) throw new Error("no statement was run");
  return { counts: readsOf(plan, "code_count"), codes: readsOf(plan, "code") };
}

test("a maker's page of three of twelve batches reads the counts of three", async () => {
  const page = { makerId: testEnv.makerId, after: undefined, skip: 2, limit: PAGE };
  expect(await listBatches(testEnv.db, page)).toHaveLength(PAGE);
  expect(await readsBy((db) => listBatches(db, page))).toEqual({ counts: PAGE, codes: 0 });
});

test("an operator's page of three of twelve batches reads the counts of three", async () => {
  const page = { after: undefined, limit: PAGE };
  expect(await filteredBatches(testEnv.db, {}, page)).toHaveLength(PAGE);
  expect(await readsBy((db) => filteredBatches(db, {}, page))).toEqual({ counts: PAGE, codes: 0 });
});
