/**
 * The earning rules of points: tasks, rates, caps, and changes that are valid from their day on.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { uuidFromName } from "../ledger/scenario.fixture.ts";
import { changeRule, listRules, completeTask } from "./actions.ts";
import { CASH_ORDER, DAY_MS, type PointsTestEnv, createPointsTestEnv } from "./test-env.fixture.ts";

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
  await closeDatabase(db);
  await database.drop();
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

const operatorId = uuidFromName("operator");
const change = (env: PointsTestEnv, more: object) =>
  changeRule(env.context, db, {
    ruleId: "order",
    sinceVersion: 1,
    isOn: true,
    points: [1],
    unitFen: 100,
    reason: "试",
    operatorId,
    ...more,
  });

test("a task gives points once, and a level's rate raises an order's points", async () => {
  const env = createPointsTestEnv(db);
  const named = () => completeTask(env.context, db, { memberId: env.memberId, task: "nickname" });
  expect([await named(), await named()]).toEqual([true, false]);
  await env.earn(CASH_ORDER, 1_999, 120);
  const { pending, tasks } = await env.summary();
  expect(pending).toBe(23 + 50);
  expect(tasks.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "first_coupon open",
    "nickname done",
    "first_order done",
  ]);
  await env.clawback("R-2", CASH_ORDER, 1_000);
  expect((await env.summary()).pending).toBe(12 + 50);
});

test("caps apply to one order and to one day", async () => {
  const env = createPointsTestEnv(db);
  await env.earn(uuidFromName("big"), 99_999_900);
  expect((await env.summary()).pending).toBe(5_000 + 50);
  for (const name of ["b", "c", "d", "e", "f"]) await env.earn(uuidFromName(name), 1_000_000);
  expect((await env.summary()).pending).toBe(20_000 + 50);
  env.wait(1);
  await env.earn(uuidFromName("next day"), 100);
  expect((await env.summary()).pending).toBe(20_001 + 50);
});

test("a change is valid from its day, one at a time, and records operator and reason", async () => {
  const env = createPointsTestEnv(db);
  const at = env.context.clock.now().getTime() + DAY_MS;
  expect(await codeOf(change(env, { points: [1, 2] }))).toBe("INPUT_INVALID");
  expect(await codeOf(change(env, { unitFen: undefined }))).toBe("INPUT_INVALID");
  expect(await codeOf(change(env, { startsAt: at - 2 * DAY_MS }))).toBe("INPUT_INVALID");
  expect(await change(env, { points: [2], startsAt: at })).toBe(2);
  expect(await codeOf(change(env, { points: [3], startsAt: at }))).toBe("STATE_CHANGED");
  await env.earn(uuidFromName("before"), 1_000);
  expect((await env.summary()).pending).toBe(10 + 50);
  env.wait(1);
  await env.earn(uuidFromName("after"), 1_000);
  const { pending, rules } = await env.summary();
  expect(pending).toBe(30 + 50);
  expect(rules[0]).toContain("每满 1 元得 2 积分");
  const { list } = await listRules(env.context, db);
  expect(list.filter(({ ruleId }) => ruleId === "order")).toMatchObject([
    { version: 2, isInForce: true, madeBy: `operator:${operatorId}`, reason: "试" },
    { version: 1, isInForce: false },
  ]);
});
