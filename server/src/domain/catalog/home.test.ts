/** The home page, the list of benefits and the reports of unknown paths, on a real database. */
import { sql } from "drizzle-orm";
import type { Input } from "@yunjing/contract/operations";
import type { Region } from "@yunjing/contract/schemas/regions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import {
  benefitPage,
  categories,
  homePage,
  benefitDetail,
  createShop,
  reportLostPage,
  type Shop,
} from "./actions.ts";
import { nextDailyEnd } from "./model.ts";
import { createTestOffer } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 0 });
const anyone = { memberId: undefined, grade: 1 };
let fresh: FreshDatabase;
let db: Db;
let shop: Shop;

const regions: Record<string, Region> = {
  "310000": { code: "310000", level: 1, name: "上海市", pinyin: "shanghai", initial: "S" },
  "310100": { code: "310100", level: 2, name: "上海市", pinyin: "shanghai", initial: "S" },
  "310101": {
    code: "310101",
    parent: "310100",
    level: 3,
    name: "黄浦区",
    pinyin: "huangpu",
    initial: "H",
  },
  "110100": { code: "110100", level: 2, name: "北京市", pinyin: "beijing", initial: "B" },
};
const cityOf = (code: string): Region | undefined => regions[code];

/**
 * Seven benefits of two brands; `duck` is only in Beijing, `cake` is sold out, `draft` is not
 * shown.
 */
async function stock(): Promise<void> {
  await db.execute(sql`
    INSERT INTO brand (code, name, artwork, tint, sort, aliases)
    VALUES ('kfc', '肯德基', 'bucket', 'peach', 0, '{KFC}'), ('didi', '滴滴出行', 'car', 'sea', 1, '{}'),
           ('bare', '未上架', 'bag', 'ice', 2, '{}')`);
  await db.execute(sql`
    INSERT INTO category (code, name, artwork, tint, sort)
    VALUES ('meal', '点餐', 'bucket', 'peach', 0), ('ride', '打车', 'car', 'sea', 1)`);
  const beijing = ["110100"];
  const shanghai = ["310100"];
  await createTestOffer(db, { id: "duck", title: "烤鸭", cities: beijing, sort: 0, priceFen: 300 });
  await createTestOffer(db, {
    id: "burger",
    title: "香辣鸡腿堡",
    cities: shanghai,
    sort: 1,
    words: ["炸鸡"],
    priceFen: 1990,
    levels: { 1: 1890, 3: 1790 },
    sold: 90,
  });
  await createTestOffer(db, { id: "cake", title: "蛋糕 100%", sort: 1, stock: 0, priceFen: 200 });
  await createTestOffer(db, { id: "tart", title: "蛋挞", sort: 2, priceFen: 500, sold: 40 });
  await createTestOffer(db, {
    id: "ride-1",
    title: "快车券",
    kind: "ride",
    sort: 3,
    priceFen: 400,
  });
  await createTestOffer(db, {
    id: "ride-2",
    title: "专车券",
    kind: "ride",
    sort: 4,
    priceFen: 700,
  });
  await createTestOffer(db, { id: "draft", title: "草稿", kind: "ride", sort: 5, status: "draft" });
}

const zone = (benefitIds: string[], more: object = {}): string =>
  JSON.stringify({ benefitIds, ...more });

async function insertHomeBlocks(): Promise<void> {
  const notice = JSON.stringify({ items: [{ id: "n", text: "最晚 21:30" }] });
  await db.execute(sql`
    INSERT INTO home_block (block_id, kind, title, body, starts_at, ends_at, sort)
    VALUES ('notice', 'notice', '', ${notice}::jsonb, NULL, NULL, 1),
           ('tonight', 'zone', '限时价', ${zone(["tart", "duck", "gone"], { endsDailyAtHour: 22 })}::jsonb, NULL, NULL, 2),
           ('empty', 'zone', '空', ${zone(["gone", "draft"])}::jsonb, NULL, NULL, 3),
           ('brands', 'brands', '热门品牌', '{"most": 8}', NULL, NULL, 4),
           ('over', 'notice', '', ${notice}::jsonb, NULL, ${TEST_NOON}, 0),
           ('later', 'notice', '', ${notice}::jsonb, ${new Date(TEST_NOON.getTime() + 1)}, NULL, 0)`);
}

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
  shop = createShop(context, db, cityOf);
  await stock();
  await insertHomeBlocks();
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

describe("the home page", () => {
  test("is rendered in order, without blocks that are empty, expired or not yet started", async () => {
    const page = await homePage(shop, undefined, anyone);
    expect(page).toMatchObject({ regionCode: "310100", cityName: "上海" });
    expect(page.blocks.map(({ id }) => id)).toEqual(["notice", "tonight", "brands"]);
  });

  test("shows a zone's benefits in the given order and the reason why one is unavailable here", async () => {
    const { blocks } = await homePage(shop, "310100", anyone);
    expect(blocks.find(({ id }) => id === "tonight")).toMatchObject({
      kind: "zone",
      total: 2,
      endsAt: Date.parse("2026-11-20T22:00:00+08:00"),
      items: [
        { benefitId: "tart", state: "on" },
        { benefitId: "duck", state: "not_here", unavailable: "上海暂无可用门店" },
      ],
    });
  });

  test("counts the benefits of a brand and leaves out a brand without any", async () => {
    const { blocks } = await homePage(shop, "310100", anyone);
    const items = blocks.find(({ id }) => id === "brands")?.items;
    expect(items).toMatchObject([
      { code: "kfc", count: 4 },
      { code: "didi", count: 2 },
    ]);
  });

  test.each([
    ["310101", "310100"],
    ["110100", "110100"],
    ["310000", "310100"],
    ["999999", "310100"],
  ])("maps %s to the city %s", async (code, city) => {
    expect((await homePage(shop, code, anyone)).regionCode).toBe(city);
  });
});

describe("banners", () => {
  const appearance = { subtitle: "副题", tint: "sea", artworks: ["car"], link: { url: "/" } };
  const items = [
    { ...appearance, id: "burger", title: "汉堡", benefitId: "burger", priceNote: "一份" },
    { ...appearance, id: "duck", title: "烤鸭", benefitId: "duck" },
    { ...appearance, id: "cake", title: "蛋糕", benefitId: "cake" },
    { ...appearance, id: "beijing", title: "北京", regionCodes: ["110100"] },
    { ...appearance, id: "gold", title: "金鲸", gradeMin: 3 },
    { ...appearance, id: "all", title: "所有人" },
  ];
  const bannersOf = async (regionCode: string, grade: number) => {
    const { blocks } = await homePage(shop, regionCode, { memberId: undefined, grade });
    const block = blocks.find(({ kind }) => kind === "banner");
    return block?.kind === "banner" ? block.items : [];
  };
  beforeAll(() =>
    db.execute(sql`
      INSERT INTO home_block (block_id, kind, title, body, sort)
      VALUES ('banners', 'banner', '', ${JSON.stringify({ items })}::jsonb, 9)`),
  );
  afterAll(() =>
    db.execute(sql`UPDATE home_block SET ends_at = '2020-01-01' WHERE block_id = 'banners'`),
  );

  test("depend on the city, and leave out benefits that are unavailable there", async () => {
    const named = async (city: string, grade = 1) =>
      (await bannersOf(city, grade)).map(({ id }) => id);
    expect(await named("310100")).toEqual(["burger", "all"]);
    expect(await named("110100")).toEqual(["duck", "beijing", "all"]);
    expect(await named("310100", 3)).toEqual(["burger", "gold", "all"]);
  });

  test("show the price of the member's level, and the validity days of the benefit's contract", async () => {
    const [first] = await bannersOf("310100", 1);
    expect(first).toMatchObject({ priceFen: 1890, isMemberPrice: true, priceNote: "一份" });
    expect((await bannersOf("310100", 3))[0]).toMatchObject({ priceFen: 1790 });
    await db.execute(sql`
      INSERT INTO fulfilment_contract (contract_id, delivery, used_in, form, sla_seconds, refund_rule, valid_days)
      VALUES ('of-45', 'card', 'store', '[]', 60, 'never', 45)`);
    await db.execute(sql`UPDATE benefit SET contract_id = 'of-45' WHERE benefit_id = 'burger'`);
    expect((await bannersOf("310100", 1))[0]).toMatchObject({ priceNote: "一份，45 天有效" });
  });
});

test.each([
  ["2026-11-20T21:59:59+08:00", "2026-11-20T22:00:00+08:00"],
  ["2026-11-20T22:00:00+08:00", "2026-11-21T22:00:00+08:00"],
  ["2026-11-21T00:30:00+08:00", "2026-11-21T22:00:00+08:00"],
])("at %s prices that end daily at 22:00 end at %s", (now, ends) => {
  expect(nextDailyEnd(new Date(now), 22)).toBe(Date.parse(ends));
});

const ids = async (input: Input<"home", "benefits">): Promise<string[]> =>
  (await benefitPage(shop, input, 1)).list.map(({ benefitId }) => benefitId);

describe("the list of benefits", () => {
  test("puts benefits available in the city first", async () => {
    expect(await ids({})).toEqual(["burger", "cake", "tart", "ride-1", "ride-2", "duck"]);
    expect(await ids({ regionCode: "110100" })).toEqual([
      "duck",
      "cake",
      "tart",
      "ride-1",
      "ride-2",
      "burger",
    ]);
  });

  test("has no gaps or repeats, by page and by cursor", async () => {
    const whole = await ids({});
    const byPage = [1, 2, 3].map((page) => ids({ page, pageSize: 2 }));
    expect((await Promise.all(byPage)).flat()).toEqual(whole);

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const input = { pageSize: 4, ...(cursor === undefined ? {} : { cursor }) };
      const page = await benefitPage(shop, input, 1);
      seen.push(...page.list.map(({ benefitId }) => benefitId));
      expect(page.hasMore).toBe(page.nextCursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole);
  });

  test("is filtered by category, brand and keyword", async () => {
    expect(await ids({ category: "ride" })).toEqual(["ride-1", "ride-2"]);
    expect(await ids({ brand: "kfc", category: "ride" })).toEqual([]);
    expect(await ids({ keyword: " 滴滴 " })).toEqual(["ride-1", "ride-2"]);
    expect(await ids({ keyword: "蛋" })).toEqual(["cake", "tart"]);
  });

  test("matches letters and digits, whatever punctuation surrounds them", async () => {
    expect(await ids({ keyword: "蛋糕（100％）" })).toEqual(["cake"]);
    expect(await ids({ keyword: "%" })).toEqual([]);
    expect(await ids({ keyword: "_" })).toEqual([]);
    expect(await ids({ keyword: "\\" })).toEqual([]);
  });

  test("accepts text that the database cannot store, and refuses a foreign cursor", async () => {
    expect(await ids({ keyword: "烤\0鸭" })).toEqual(["duck"]);
    expect(await ids({ category: "\0", brand: "kfc\0" })).toHaveLength(4);
    for (const text of ["x", "0:1:a\0", "0:99999999999:a", "2:1:a"]) {
      const cursor = Buffer.from(text).toString("base64url");
      await expect(ids({ cursor })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

test("the detail of a benefit contains its SKUs and rules; one that is not on sale is not found", async () => {
  const found = await benefitDetail(
    shop,
    { benefitId: "burger" },
    { memberId: undefined, grade: 3 },
  );
  expect(found).toMatchObject({ brand: "肯德基", priceFen: 1990, memberPriceFen: 1790 });
  expect(found.skus).toMatchObject([{ skuId: "burger", unitFen: 1790, levelName: "金鲸会员" }]);
  expect(found.rules.map(({ title }) => title)).toContain("退款规则");
  expect(found.region).toMatchObject({ isHere: true, cityNames: ["上海"] });
  for (const benefitId of ["draft", "none", "\0"])
    await expect(benefitDetail(shop, { benefitId }, anyone)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
});

test("the categories are listed in their order", async () => {
  const { list } = await categories(shop);
  expect(list.map(({ name }) => name)).toEqual(["点餐", "打车"]);
});

describe("an unknown path", () => {
  const report = (path: string, address = "10.0.0.1") =>
    reportLostPage(context, db, { path, from: "/pages/index/index", address });
  const seenCounts = async (path: string) => {
    const found = await db.execute<{ day: string; seen: number }>(
      sql`SELECT day::text, seen FROM lost_page WHERE path = ${path} ORDER BY day`,
    );
    return found.rows;
  };

  test("is recorded once a day (China's calendar), and its reports are counted", async () => {
    await report("/pages/a");
    await report("/pages/a", "10.0.0.2");
    await report("/pages/\0b");
    expect(await seenCounts("/pages/a")).toEqual([{ day: "2026-11-20", seen: 2 }]);
    expect(await seenCounts("/pages/b")).toEqual([{ day: "2026-11-20", seen: 1 }]);
    context.clock.set(new Date("2026-11-20T16:30:00Z"));
    await report("/pages/a", "10.0.0.2");
    expect(await seenCounts("/pages/a")).toEqual([
      { day: "2026-11-20", seen: 2 },
      { day: "2026-11-21", seen: 1 },
    ]);
    context.clock.set(TEST_NOON);
  });

  test("is refused above thirty reports an hour from one address, and not recorded again", async () => {
    for (let sent = 0; sent < 30; sent++) await report("/pages/flood", "10.9.9.9");
    await expect(report("/pages/flood", "10.9.9.9")).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    expect(await seenCounts("/pages/flood")).toMatchObject([{ seen: 30 }]);
    await report("/pages/flood", "10.9.9.8");
    context.clock.advance(3_600_000);
    await report("/pages/flood", "10.9.9.9");
    expect((await seenCounts("/pages/flood"))[0]?.seen).toBe(32);
    context.clock.set(TEST_NOON);
  });
});
