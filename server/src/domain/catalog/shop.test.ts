/**
 * The shop as one member sees it: sorting, search, suggestions, favourites, and the quantity left
 * within a limit.
 */
import { sql } from "drizzle-orm";
import type { Region } from "@yunjing/contract/schemas/regions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import {
  benefitPage,
  brands,
  updateFavourite,
  benefitDetail,
  createShop,
  type Shop,
  sellables,
  suggest,
} from "./actions.ts";
import { createTestOffer } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 2_000 });
const shanghai: Region = {
  code: "310100",
  level: 2,
  name: "上海市",
  pinyin: "shanghai",
  initial: "S",
};
const memberId = context.ids.next();
const member = { memberId, grade: 1 };
let fresh: FreshDatabase;
let db: Db;
let shop: Shop;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
  shop = createShop(context, db, () => shanghai);
  await db.execute(sql`
    INSERT INTO brand (code, name, artwork, tint, aliases, sort)
    VALUES ('luckin', '瑞幸咖啡', 'coffee', 'sea', '{Luckin}', 0), ('kfc', '肯德基', 'bucket', 'peach', '{KFC}', 1)`);
  await createTestOffer(db, {
    id: "latte",
    title: "生椰拿铁",
    brand: "luckin",
    priceFen: 890,
    sold: 50,
  });
  await createTestOffer(db, {
    id: "americano",
    title: "冰美式",
    brand: "luckin",
    priceFen: 690,
    sold: 90,
  });
  await createTestOffer(db, {
    id: "burger",
    title: "香辣鸡腿堡",
    words: ["早餐"],
    priceFen: 1990,
    sold: 70,
  });
  await createTestOffer(db, {
    id: "coffee-pan",
    title: "咖啡壶",
    priceFen: 2990,
    sold: 1,
    stock: 0,
  });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

type PageInput = Parameters<typeof benefitPage>[1];
const ids = async (input: PageInput) =>
  (await benefitPage(shop, input, 1)).list.map(({ benefitId }) => benefitId);

describe("the benefit list", () => {
  test("is sorted as requested", async () => {
    expect(await ids({ sort: "sold" })).toEqual(["americano", "burger", "latte", "coffee-pan"]);
    expect(await ids({ sort: "price_up" })).toEqual(["americano", "latte", "burger", "coffee-pan"]);
    expect((await ids({ sort: "price_down" }))[0]).toBe("coffee-pan");
  });

  test("finds by pinyin and initials, the better match first", async () => {
    expect(await ids({ keyword: "shengye" })).toEqual(["latte"]);
    expect(await ids({ keyword: "xljtb" })).toEqual(["burger"]);
    expect(await ids({ keyword: "kafei" })).toEqual(["coffee-pan", "americano", "latte"]);
    expect(await ids({ keyword: "luckin 拿铁" })).toEqual(["latte"]);
  });

  test("shows best sellers when it is empty, and never sold-out benefits", async () => {
    const page = await benefitPage(shop, { keyword: "火箭" }, 1);
    expect(page).toMatchObject({ list: [], total: 0, hasMore: false });
    expect(page.instead?.map(({ benefitId }) => benefitId)).toEqual([
      "americano",
      "burger",
      "latte",
    ]);
  });

  test("continues from a cursor in any order", async () => {
    const first = await benefitPage(shop, { sort: "sold", pageSize: 2 }, 1);
    const cursor = first.nextCursor ?? "";
    expect(await ids({ sort: "sold", pageSize: 2, cursor })).toEqual(["latte", "coffee-pan"]);
  });
});

describe("suggestions", () => {
  test("are popular words while their schedule lasts, before anything is typed", async () => {
    const later = new Date(TEST_NOON.getTime() + 60_000);
    await db.execute(sql`
      INSERT INTO hot_word (word, is_new, starts_at, ends_at, sort)
      VALUES ('早餐', false, NULL, NULL, 0), ('明天', true, ${later}, NULL, 1), ('昨天', false, NULL, ${TEST_NOON}, 2)`);
    context.clock.advance(2_000);
    expect(await suggest(shop, {})).toEqual({ hot: [{ word: "早餐", isNew: false }], list: [] });
    context.clock.advance(60_000);
    expect((await suggest(shop, {})).hot.map(({ word }) => word)).toEqual(["早餐", "明天"]);
  });

  test("list brands with their number of benefits, then benefits, the available ones first", async () => {
    const { list } = await suggest(shop, { keyword: "rx" });
    expect(list[0]).toEqual({ kind: "brand", id: "luckin", text: "瑞幸咖啡", count: 2 });
    const coffee = await suggest(shop, { keyword: "咖啡" });
    expect(coffee.list.at(-1)).toMatchObject({ kind: "benefit", id: "coffee-pan" });
    expect((await suggest(shop, { keyword: "火箭" })).list).toEqual([]);
  });
});

test("the brands show their number of benefits", async () => {
  const { list } = await brands(shop);
  expect(list).toMatchObject([
    { code: "luckin", count: 2 },
    { code: "kfc", count: 2 },
  ]);
});

describe("benefits for points", () => {
  const cinema = { category: "movie", brand: "wanda" } as const;
  beforeAll(async () => {
    await createTestOffer(db, { ...cinema, id: "ticket", title: "2D 电影票", sold: 9_000 });
    await createTestOffer(db, {
      ...cinema,
      id: "ticket-again",
      title: "2D 电影票",
      sold: 20,
      sort: 1,
    });
    const forPoints = { points: 1_500, pointsCashFen: 0, sort: 2, sold: 180 };
    await createTestOffer(db, {
      ...cinema,
      ...forPoints,
      id: "points-ticket",
      title: "电影票通兑券",
    });
    context.clock.advance(2_000);
  });

  test("come after those sold for money, however well their title matches", async () => {
    const all = ["ticket", "ticket-again", "points-ticket"];
    expect(await ids({ keyword: "电影票" })).toEqual(all);
    expect(await ids({ keyword: "电影票", sort: "price_up" })).toEqual(all);
    const { list } = await suggest(shop, { keyword: "电影票" });
    expect(list.map(({ id }) => id)).toEqual(["ticket", "points-ticket"]);
  });

  test("are mixed with the others when sorted by number of orders", async () => {
    expect(await ids({ keyword: "电影票", sort: "sold" })).toEqual([
      "ticket",
      "points-ticket",
      "ticket-again",
    ]);
  });

  test("come after a page that ends before them", async () => {
    const first = await benefitPage(shop, { keyword: "电影票", pageSize: 2 }, 1);
    const cursor = first.nextCursor ?? "";
    expect(await ids({ keyword: "电影票", cursor })).toEqual(["points-ticket"]);
  });

  test("are suggested once, like others, when their titles are equal", async () => {
    const { list } = await suggest(shop, { keyword: "2d" });
    expect(list.map(({ text }) => text)).toEqual(["2D 电影票"]);
  });
});

describe("a benefit, for the logged-in member", () => {
  const readDetail = () => benefitDetail(shop, { benefitId: "latte" }, member);

  test("is a favourite after it was added", async () => {
    expect(await readDetail()).toMatchObject({ isFavourite: false });
    const favourite = { memberId, benefitId: "latte", isFavourite: true };
    await updateFavourite(shop, favourite);
    await updateFavourite(shop, favourite);
    expect(await readDetail()).toMatchObject({ isFavourite: true });
    await updateFavourite(shop, { ...favourite, isFavourite: false });
    expect(await readDetail()).toMatchObject({ isFavourite: false });
    await expect(updateFavourite(shop, { ...favourite, benefitId: "none" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const anonymous = { memberId: undefined, grade: 1 };
    expect(await benefitDetail(shop, { benefitId: "latte" }, anonymous)).not.toHaveProperty(
      "isFavourite",
    );
  });

  test("shows how many its limits leave", async () => {
    await db.execute(sql`UPDATE benefit SET per_day = 3, per_life = 4 WHERE benefit_id = 'latte'`);
    context.clock.advance(2_000);
    expect(await readDetail()).toMatchObject({
      limitLeft: 3,
      limitText: "每人每天限 3 件，每人限购 4 件",
    });
    const items = JSON.stringify([{ benefitId: "latte", quantity: 2 }]);
    const now = context.clock.now();
    const expires = new Date(now.getTime() + 60_000);
    await db.execute(sql`
      SELECT catalog_limit_hold(${memberId}, ${context.ids.next()}, ${items}::jsonb, ${expires}, ${now})`);
    expect(await readDetail()).toMatchObject({ limitLeft: 1 });
    context.clock.advance(60_000);
    expect(await readDetail()).toMatchObject({ limitLeft: 3 });
  });
});

test("a change is visible in the cache after two seconds, and at once when buying", async () => {
  const price = async () => (await benefitDetail(shop, { benefitId: "burger" }, member)).priceFen;
  expect(await price()).toBe(1990);
  await db.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, cost_fen, starts_at, made_by, made_at)
    VALUES ('burger', 2, 3000, 1500, 900, '2020-01-01', 'test', '2020-01-01')`);
  expect(await price()).toBe(1990);
  const sold = await sellables(db, { skuIds: ["burger"], grade: 1, now: context.clock.sql() });
  expect(sold.get("burger")?.priceFen).toBe(1500);
  context.clock.advance(2_000);
  expect(await price()).toBe(1500);
});
