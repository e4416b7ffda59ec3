/** Stores and menus as published, and a meal checked when it is ordered. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import {
  checkMeal,
  favourStore,
  listCities,
  searchStores,
  setMealOf,
  showMenu,
  showSlots,
  showStore,
  syncStores,
  type MealSelection,
} from "./actions.ts";
import { sampleMenu, sampleSource, sampleStore, shanghai } from "./testing.ts";

const context = testContext();
const { source, lists } = sampleSource([]);
let fresh: FreshDatabase;
let db: Db;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
beforeEach(async () => {
  context.clock.set(TEST_NOON);
  lists.menus = [sampleMenu];
  lists.stores = [
    sampleStore("SH1"),
    sampleStore("SH2", { lat: 31.2404, hours: [{ from: "18:00", to: "22:00" }] }),
    sampleStore("BJ1", { cityCode: "110100", districtCode: "110101", lat: 39.9, lng: 116.4 }),
  ];
  await syncStores(context, db, source);
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const ids = async (input: Parameters<typeof searchStores>[2]) =>
  (await searchStores(context, db, input)).list.map(({ storeId }) => storeId);

describe("sync", () => {
  test("stores no longer listed are disabled, and enabled again when they are listed again", async () => {
    lists.stores = lists.stores.slice(0, 1);
    await syncStores(context, db, source);
    await expect(showStore(context, db, "kfc-bj1")).rejects.toMatchObject({ code: "NOT_FOUND" });
    lists.stores = [sampleStore("BJ1", { cityCode: "110100" })];
    await syncStores(context, db, source);
    expect(await showStore(context, db, "kfc-bj1")).toMatchObject({ brandName: "肯德基" });
  });
  test("an empty list is an outage and changes nothing", async () => {
    lists.stores = [];
    await expect(syncStores(context, db, source)).rejects.toMatchObject({ partner: "dining" });
    expect(await ids({})).toHaveLength(3);
  });
});

describe("stores", () => {
  test("are sorted by distance where a position is given", async () => {
    const { list } = await searchStores(context, db, { lat: 31.2414, lng: 121.4737 });
    expect(list.map(({ storeId }) => storeId)).toEqual(["kfc-sh2", "kfc-sh1", "kfc-bj1"]);
    expect(list[0]).toMatchObject({
      distanceMetres: 111,
      isOpen: false,
      opensText: "今天 18:00 开门",
    });
  });
  test.each([
    ["a city, open stores first", { regionCode: "310100" }, ["kfc-sh1", "kfc-sh2"]],
    ["a province", { regionCode: "110000" }, ["kfc-bj1"]],
    ["a district", { regionCode: "310101" }, ["kfc-sh1", "kfc-sh2"]],
    ["a keyword in the address", { keyword: "路 sh2 号" }, ["kfc-sh2"]],
    ["a keyword with pattern characters", { keyword: "%" }, []],
    ["another brand", { brand: "luckin" }, []],
  ])("are filtered by %s", async (_, input, expected) => {
    expect(await ids(input)).toEqual(expected);
  });
  test("are listed page by page", async () => {
    const first = await searchStores(context, db, { pageSize: 2 });
    expect(first).toMatchObject({ total: 3, page: 1, hasMore: true, nextCursor: "2" });
    const last = await searchStores(context, db, { pageSize: 2, cursor: first.nextCursor ?? "" });
    expect(last.list).toHaveLength(1);
    expect(last).not.toHaveProperty("nextCursor");
  });
  test("favourites come first, a member's on every device and a visitor's from the device", async () => {
    const memberId = context.ids.next();
    const of = async (who: string | undefined, favourites?: string) => {
      const near = { lat: 31.2414, lng: 121.4737, ...(favourites ? { favourites } : {}) };
      const { list } = await searchStores(context, db, near, who);
      return list.map(({ storeId, isFavourite }) => (isFavourite ? `${storeId} *` : storeId));
    };
    const favour = (storeId: string, isFavourite: boolean) =>
      favourStore(context, db, { memberId, input: { storeId, isFavourite } });
    await favour("kfc-bj1", true);
    await favour("kfc-bj1", true);
    expect(await of(memberId)).toEqual(["kfc-bj1 *", "kfc-sh2", "kfc-sh1"]);
    expect(await of(memberId, "kfc-sh1")).toEqual(["kfc-bj1 *", "kfc-sh2", "kfc-sh1"]);
    expect(await of(undefined)).toEqual(["kfc-sh2", "kfc-sh1", "kfc-bj1"]);
    expect(await of(undefined, "kfc-sh1,gone")).toEqual(["kfc-sh1 *", "kfc-sh2", "kfc-bj1"]);
    await favour("kfc-bj1", false);
    expect(await of(memberId)).toEqual(["kfc-sh2", "kfc-sh1", "kfc-bj1"]);
    await expect(favour("kfc-none", true)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
  test("cities are listed with their store counts, A to Z, without unknown codes", async () => {
    const known: Record<string, { name: string; initial: string }> = {
      "310100": { name: "上海市", initial: "S" },
      "110100": { name: "北京市", initial: "B" },
    };
    const { list } = await listCities(context, db, { brand: "kfc", cityOf: (code) => known[code] });
    expect(list).toEqual([
      { code: "110100", name: "北京市", initial: "B", stores: 1 },
      { code: "310100", name: "上海市", initial: "S", stores: 2 },
    ]);
  });
  test("slots of a store", async () => {
    const { list } = await showSlots(context, db, "kfc-sh1");
    expect(list[0]).toMatchObject({ slot: "now", open: true });
  });
});

const meal = async (changes: Partial<MealSelection> = {}): Promise<MealSelection> => {
  const { storeId = "kfc-sh1", eatType = "take_away", slot = "now" } = changes;
  const menu = await showMenu(context, db, { storeId, eatType, slot });
  return {
    storeId,
    eatType,
    slot,
    menuHash: menu.hash,
    validUntil: shanghai("2026-12-31 23:59"),
    lines: [
      { productId: "burger", quantity: 2, options: [{ groupId: "extras", optionId: "cheese" }] },
    ],
    ...changes,
  };
};
const check = async (wanted: MealSelection | Promise<MealSelection>) =>
  checkMeal(context, db, await wanted);

describe("a meal when it is ordered", () => {
  test("gets its names, its prices and the supplier's request", async () => {
    expect(await check(meal({ valueFen: 4000 }))).toMatchObject({
      store: { storeId: "kfc-sh1", name: "门店 SH1" },
      slot: { slot: "now", text: "尽快，约 12:10" },
      lines: [
        { name: "餐品 burger", optionsText: "加芝士", quantity: 2, unitFen: 2200, totalFen: 4400 },
      ],
      totalFen: 4400,
      differenceFen: 400,
      supplierId: "dining",
      supplierRequest: {
        kind: "meal",
        storeCode: "SH1",
        eatType: "take_away",
        pickupAt: "now",
        totalFen: 4400,
        lines: [{ productId: "burger", quantity: 2, unitFen: 2200 }],
      },
    });
  });
  test("is priced on the menu of its slot", async () => {
    const slot = new Date(shanghai("2026-11-21 08:00")).toISOString();
    const lines = [{ productId: "congee", quantity: 1, options: [] }];
    const checked = await check(meal({ slot, lines }));
    expect(checked).toMatchObject({ totalFen: 1000, slot: { text: "明天 08:00–08:15" } });
    expect(checked.supplierRequest.pickupAt).toBe(slot);
  });
  test("a set meal has its own price and needs no hash", async () => {
    const checked = await check({
      ...(await meal()),
      lines: undefined,
      setMealId: "set",
      menuHash: "",
    });
    expect(checked).toMatchObject({ totalFen: 2500, setMeal: { id: "set", title: "汉堡可乐" } });
    expect(checked.lines.map(({ unitFen }) => unitFen)).toEqual([1900, 900]);
    expect(await setMealOf(db, "kfc", "set")).toMatchObject({
      items: [{ productId: "burger", quantity: 1 }, { productId: "cola" }],
    });
  });

  test.each<[string, Partial<MealSelection>, string]>([
    ["a store that does not exist", { storeId: "kfc-nowhere", menuHash: "x" }, "NOT_FOUND"],
    ["now at a closed store", { storeId: "kfc-sh2" }, "STORE_CLOSED"],
    ["a slot outside the hours", { slot: "2026-11-20T19:00:00.000Z" }, "SLOT_INVALID"],
    ["a slot that is not on a quarter hour", { slot: "2026-11-20T05:01:00.000Z" }, "SLOT_INVALID"],
    ["a slot too soon", { slot: "2026-11-20T04:00:00.000Z" }, "SLOT_INVALID"],
    ["text instead of a slot", { slot: "noonish" }, "SLOT_INVALID"],
    ["a slot after the voucher", { validUntil: shanghai("2026-11-20 12:05") }, "SLOT_INVALID"],
    ["no product chosen", { lines: [] }, "LINES_INVALID"],
    [
      "a missing option",
      { lines: [{ productId: "cola", quantity: 1, options: [] }] },
      "LINES_INVALID",
    ],
    ["an unknown menu version", { menuHash: "forged" }, "MENU_CHANGED"],
    ["a removed set meal", { setMealId: "old" }, "MENU_CHANGED"],
  ])("%s is refused", async (_, changes, code) => {
    const { storeId: _store, ...rest } = changes;
    const wanted = { ...(await meal(changes.storeId === "kfc-sh2" ? changes : rest)), ...changes };
    await expect(check(wanted)).rejects.toMatchObject({ code });
  });

  test("off the current menu is refused with old and new prices, and can be ordered again", async () => {
    const wanted = await meal();
    const products = sampleMenu.products.map((each) =>
      each.id === "burger" ? { ...each, priceFen: 2000 } : each,
    );
    lists.menus = [{ ...sampleMenu, version: "v2", products }];
    await syncStores(context, db, source);
    const refused = await check(wanted).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "MENU_CHANGED",
      data: {
        changes: [{ productId: "burger", was: 2200, now: 2300, reason: "price" }],
        totalWasFen: 4400,
        totalNowFen: 4600,
      },
    });
    const { data } = refused as { data: { menuHash: string } };
    expect(await check({ ...wanted, menuHash: data.menuHash })).toMatchObject({ totalFen: 4600 });
  });
  test("is accepted when the menu change does not affect its lines", async () => {
    const wanted = await meal();
    lists.stores = [sampleStore("SH1", { soldOut: ["cola"] })];
    await syncStores(context, db, source);
    expect(await check(wanted)).toMatchObject({ totalFen: 4400 });
  });
  test("is refused when the menu switched between viewing and ordering", async () => {
    context.clock.set(new Date(shanghai("2026-11-20 09:58")));
    const wanted = await meal({ lines: [{ productId: "congee", quantity: 1, options: [] }] });
    expect(await check(wanted)).toMatchObject({ totalFen: 1000 });
    context.clock.advance(3 * 60_000);
    await expect(check(wanted)).rejects.toMatchObject({
      code: "MENU_CHANGED",
      data: { changes: [{ productId: "congee", was: 1000, reason: "gone" }], totalNowFen: 0 },
    });
  });
});
