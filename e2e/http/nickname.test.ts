/**
 * The nickname over HTTP: it is set in the settings, its rules are enforced, and its points task
 * pays once.
 */
import type { Output } from "@yunjing/contract/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

type Me = Output<"member", "me">;

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  exchange = await openExchangeFixture(testEnv);
}, 60_000);
afterAll(() => testEnv.close());

const rename = (by: { token: string }, nickname: string) =>
  exchange.call<"member", "update", Me>("member", "update", { nickname }, by);

test("a new name is shown at once and its task pays once, also with parallel requests", async () => {
  const by = await testEnv.logIn("13700000031");
  const both = await Promise.all([rename(by, "林 知夏"), rename(by, "夏夏🐳")]);
  expect(both.map(({ code }) => code)).toEqual(["DONE", "DONE"]);
  const { data } = await rename(by, "  小\u3000鲸 ");
  expect(data).toMatchObject({ nickname: "小 鲸", points: { available: 20 } });
});

test("setting the name that was assigned to the member pays nothing", async () => {
  const by = await testEnv.logIn("13700000032");
  const given = await exchange.call<"member", "me", Me>("member", "me", {}, by);
  expect(given.data.nickname).toBe("云鲸会员0032");
  const { code, data } = await rename(by, given.data.nickname);
  expect({ code, points: data.points.available }).toEqual({ code: "DONE", points: 0 });
});

test.each([
  ["云鲸客服小王", "不能使用与平台或客服相近的名称"],
  ["小\u202e鲸", "包含不能显示的字符"],
  ["字".repeat(21), "最多 20 个字"],
  ["\u3000", "不能为空"],
])("%j is refused with a message, and changes nothing", async (nickname, reason) => {
  const by = await testEnv.logIn("13700000033");
  expect(await rename(by, nickname)).toMatchObject({ code: "NICKNAME_DENIED", data: { reason } });
  const { data } = await exchange.call<"member", "me", Me>("member", "me", {}, by);
  expect(data.nickname).toBe("云鲸会员0033");
});

test("a name can be changed five times a day", async () => {
  const by = await testEnv.logIn("13700000034");
  for (const nickname of ["一", "二", "三", "四", "五"]) {
    expect((await rename(by, nickname)).code).toBe("DONE");
  }
  expect((await rename(by, "六")).code).toBe("RATE_LIMITED");
  expect((await rename(by, "五")).code).toBe("DONE");
});
