/**
 * Points over HTTP: tasks that the product observes give their points at once, and the operators'
 * rules apply.
 */
import type { Output } from "@yunjing/contract/operations";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

type Summary = Output<"points", "summary">;
type Records = Output<"points", "records">;

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  exchange = await openExchangeFixture(testEnv);
}, 60_000);
afterAll(() => testEnv.close());

const summaryOf = async (by: { token: string }): Promise<Summary> =>
  (await exchange.call<"points", "summary", Summary>("points", "summary", {}, by)).data;

test("setting a nickname and a first coupon give points once each", async () => {
  const by = await testEnv.logIn("13700000011");
  for (const nickname of ["小鲸", "大鲸"]) {
    await exchange.call("member", "update", { nickname }, by);
    expect(await summaryOf(by)).toMatchObject({ available: 20, lifetime: 20 });
  }
  for (const templateId of [await exchange.campaign(5), await exchange.campaign(5)]) {
    expect((await exchange.call("coupons", "claim", { templateId }, by)).code).toBe("DONE");
    expect((await summaryOf(by)).available).toBe(30);
  }
  const { tasks } = await summaryOf(by);
  expect(tasks.filter(({ state }) => state === "done").map(({ id }) => id)).toEqual([
    "nickname",
    "first_coupon",
  ]);
  const tab = "earned" as const;
  const { data } = await exchange.call<"points", "records", Records>(
    "points",
    "records",
    { tab },
    by,
  );
  expect(data.list.map(({ type, change }) => `${type} ${change}`)).toEqual([
    "earn_task 10",
    "earn_task 20",
  ]);
});

test("an operator changes the points of a day, with a reason in the audit", async () => {
  const operator = await testEnv.logIn("13700000012", operatorPermissions);
  const by = { token: operator.consoleToken };
  const figures = { ruleId: "sign_in" as const, sinceVersion: 1, isOn: true, reason: "周年加倍" };
  const points = [2, 4, 6, 8, 10, 12, 20];
  const changed = await exchange.call("operatorPoints", "changeRule", { ...figures, points }, by);
  expect(changed).toMatchObject({ code: "DONE", data: { version: 2 } });
  const member = await testEnv.logIn("13700000013");
  const { data } = await exchange.call("points", "signIn", {}, member);
  expect(data).toMatchObject({ points: 2, streak: 1, isNew: true });
  const audit = await testEnv.db.$client.query(
    "SELECT DISTINCT reason FROM audit_line WHERE operation = 'operatorPoints.changeRule'",
  );
  expect(audit.rows).toEqual([{ reason: "周年加倍" }]);
});
