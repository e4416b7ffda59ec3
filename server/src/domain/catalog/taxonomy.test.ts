/** Operators name what is sold: brands, categories and popular search words, for members in two seconds. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { CONNECTIONS, connectAll, times } from "../ledger/race.fixture.ts";
import {
  brands,
  categories,
  createShop,
  namedGroups,
  orderTaxonomy,
  setHotWord,
  setNamed,
  suggest,
} from "./actions.ts";
import { createTestOffer } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 2_000 });
const operatorId = context.ids.next();
const by = { operatorId, reason: "上新" };
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: CONNECTIONS });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const brand = (code: string, more: object = {}) => ({
  code,
  name: code,
  artwork: "bag",
  tint: "ice",
  aliases: [] as string[],
  isOn: true,
  sinceVersion: 0,
  ...by,
  ...more,
});
const set = (code: string, more: object = {}) => setNamed(context, db, "brand", brand(code, more));
const stored = async (code: string) =>
  (await namedGroups(db, "brand")).list.find((row) => row.code === code);
const codes = async () => (await namedGroups(db, "brand")).list.map(({ code }) => code);

describe("a brand", () => {
  test("is made once, and changed from the version that was read", async () => {
    expect(await set("tims", { name: "天好咖啡" })).toBe(1);
    expect(await set("tims", { name: "Tims 天好", sinceVersion: 1, aliases: ["tims"] })).toBe(2);
    expect(await stored("tims")).toMatchObject({ name: "Tims 天好", version: 2, benefits: 0 });
  });

  test("changed by two editors is changed once, and the second gets the first one's row", async () => {
    await set("manner", { name: "Manner" });
    await set("manner", { name: "Manner 咖啡", sinceVersion: 1 });
    await expect(set("manner", { name: "别名", sinceVersion: 1 })).rejects.toMatchObject({
      code: "STATE_CHANGED",
      data: { current: { name: "Manner 咖啡", version: 2 } },
    });
    await expect(set("manner")).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("made by 64 operators at once is made once", async () => {
    await connectAll(db);
    const outcomes = await Promise.allSettled(
      times(CONNECTIONS, (n) => set("race", { name: `同时 ${n}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stored("race"))?.version).toBe(1);
  });

  test.each([
    ["name", { name: " " }],
    ["name", { name: "Tims 天好" }],
    ["name", { name: "分享得现金" }],
    ["aliases", { aliases: ["转发领红包"] }],
  ])("is refused with its field %s for %j", async (field, more) => {
    await expect(set("wrong", more)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field },
    });
    expect(await stored("wrong")).toBeUndefined();
  });

  test("is hidden from members within two seconds, and its benefits stay on sale", async () => {
    await set("visible", { name: "看得见" });
    await createTestOffer(db, { id: "visible-tea", brand: "visible", title: "乌龙茶" });
    const shops = [0, 1].map(() => createShop(context, db, () => undefined));
    const seen = () =>
      Promise.all(
        shops.map(async (shop) => (await brands(shop)).list.some(({ code }) => code === "visible")),
      );
    context.clock.advance(2_000);
    expect(await seen()).toEqual([true, true]);
    await set("visible", { name: "看得见", isOn: false, sinceVersion: 1 });
    context.clock.advance(2_000);
    expect(await seen()).toEqual([false, false]);
    const { list } = await suggest(shops[0] ?? createShop(context, db, () => undefined), {
      keyword: "乌龙",
    });
    expect(list.map(({ id }) => id)).toEqual(["visible-tea"]);
  });
});

describe("the order", () => {
  test("is changed as a whole, and a stale one is refused with the present order", async () => {
    const { etag } = await namedGroups(db, "brand");
    const reversed = (await codes()).toReversed();
    await orderTaxonomy(context, db, "brand", { keys: reversed, etag, ...by });
    expect(await codes()).toEqual(reversed);
    const again = orderTaxonomy(context, db, "brand", { keys: reversed, etag, ...by });
    await expect(again).rejects.toMatchObject({
      code: "STATE_CHANGED",
      data: { current: reversed },
    });
  });

  test("names every brand once", async () => {
    const { etag } = await namedGroups(db, "brand");
    const [first = "", ...rest] = await codes();
    for (const keys of [rest, [first, first, ...rest.slice(1)], [...rest, first, "nothing"]])
      await expect(
        orderTaxonomy(context, db, "brand", { keys, etag, ...by }),
      ).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("changed by 64 operators at once is changed once", async () => {
    const { etag } = await namedGroups(db, "brand");
    const [first = "", ...rest] = await codes();
    const keys = [...rest, first];
    const outcomes = await Promise.allSettled(
      times(CONNECTIONS, () => orderTaxonomy(context, db, "brand", { keys, etag, ...by })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await codes()).toEqual(keys);
  });
});

describe("categories and popular words", () => {
  test("a category is found by its other names", async () => {
    const category = { ...brand("drinks"), name: "饮品", aliases: ["奶茶"] };
    await setNamed(context, db, "category", category);
    await createTestOffer(db, { id: "oolong", category: "drinks", title: "四季春" });
    context.clock.advance(2_000);
    const shop = createShop(context, db, () => undefined);
    expect((await suggest(shop, { keyword: "naicha" })).list.map(({ id }) => id)).toContain(
      "oolong",
    );
    await setNamed(context, db, "category", { ...category, isOn: false, sinceVersion: 1 });
    context.clock.advance(2_000);
    expect((await categories(shop)).list.map(({ code }) => code)).not.toContain("drinks");
  });

  test("a popular word is shown within its time, until it is hidden", async () => {
    const start = context.clock.now().getTime() + 60_000;
    const word = { word: "早餐", isNew: true, isOn: true, startsAt: start, endsAt: start + 60_000 };
    const shop = createShop(context, db, () => undefined);
    const seen = async () => (await suggest(shop, {})).hot.map((one) => one.word);
    await setHotWord(context, db, { ...word, sinceVersion: 0, ...by });
    expect(await seen()).toEqual([]);
    context.clock.advance(60_000);
    expect(await seen()).toEqual(["早餐"]);
    await setHotWord(context, db, { ...word, isOn: false, sinceVersion: 1, ...by });
    context.clock.advance(2_000);
    expect(await seen()).toEqual([]);
    const ended = { ...word, endsAt: start - 1, sinceVersion: 2, ...by };
    await expect(setHotWord(context, db, ended)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "endsAt" },
    });
    const stale = setHotWord(context, db, { ...word, sinceVersion: 1, ...by });
    await expect(stale).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("every change is in the history with its operator and reason", async () => {
    const { rows } = await db.execute(sql`
      SELECT name, reason FROM event WHERE member_id = ${operatorId} AND entity = 'hot_word' ORDER BY at, id`);
    expect(rows).toEqual([
      { name: "made", reason: "上新" },
      { name: "changed", reason: "上新" },
    ]);
  });
});
