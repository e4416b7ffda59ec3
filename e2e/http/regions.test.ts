/**
 * The tree of regions over HTTP: from the provinces down, by name, pinyin and initials, without a
 * login.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

type Shown = { code: string; parent?: string; level: number; name: string; initial: string };
type List = { list: (Shown & { path?: string })[] };

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  exchange = await openExchangeFixture(testEnv);
}, 60_000);
afterAll(() => testEnv.close());

const children = async (parent?: string): Promise<List["list"]> => {
  const input = parent === undefined ? {} : { parent };
  return (await exchange.call<"regions", "children", List>("regions", "children", input)).data.list;
};

test("the tree can be read from 34 provinces down to the districts of a city", async () => {
  const provinces = await children();
  expect(provinces).toHaveLength(34);
  const names = provinces.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["上海市", "台湾省"]));
  expect(names.join()).toMatch(/香港.*澳门|澳门.*香港/);
  const guangdong = provinces.find(({ name }) => name === "广东省");
  const shenzhen = (await children(guangdong?.code)).find(({ name }) => name === "深圳市");
  expect(shenzhen).toMatchObject({ code: "440300", parent: "440000", level: 2, initial: "S" });
  const districts = await children("440300");
  expect(districts.map(({ name }) => name)).toContain("南山区");
  expect(districts.every(({ level, parent }) => level === 3 && parent === "440300")).toBe(true);
});

test.each(["深圳", "shenzhen", "shenz", "sz"])("%s finds Shenzhen", async (keyword) => {
  const { data } = await exchange.call<"regions", "search", List>("regions", "search", { keyword });
  expect(data.list.map(({ code }) => code)).toContain("440300");
  expect(data.list.find(({ code }) => code === "440300")?.path).toContain("广东省");
});

test("cities come in the order of the index, and the hot ones are among them", async () => {
  const { data } = await exchange.call<"regions", "cities", List>("regions", "cities", {});
  const initials = data.list.map(({ initial }) => initial);
  expect(initials).toEqual(initials.toSorted());
  expect(data.list.length).toBeGreaterThan(300);
  const hot = (await exchange.call<"regions", "hot", List>("regions", "hot", {})).data.list;
  const codes = new Set(data.list.map(({ code }) => code));
  expect(hot.length).toBeGreaterThan(0);
  expect(hot.filter(({ code }) => !codes.has(code))).toEqual([]);
});
