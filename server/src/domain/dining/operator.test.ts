/** Operators' overrides of stores and menus: what members see of them, and what a sync leaves. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import { createTestPicture } from "../catalog/testing.ts";
import {
  checkMeal,
  checkPrices,
  listCities,
  menuLines,
  overrideProduct,
  overrideStore,
  searchStores,
  setMealOf,
  showMenu,
  showStore,
  storeLines,
  syncNow,
  syncRuns,
  syncStores,
} from "./actions.ts";
import { sampleMenu, sampleSource, sampleStore, shanghai } from "./testing.ts";

const context = testContext();
const { source, lists } = sampleSource([]);
const operatorId = "00000000-0000-4000-8000-000000000001";
const deps = {
  namesOf: async () => () => "林知远",
  cityOf: () => ({ name: "上海市", initial: "S" }),
  source,
  batchesOfSetMeals: async () => new Map([["set", 2]]),
};
const by = { operatorId, reason: "设备检修" };
let fresh: FreshDatabase;
let db: Db;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  lists.stores = [sampleStore("SH1"), sampleStore("SH2"), sampleStore("SH3")];
  await syncStores(context, db, source);
});
beforeEach(() => {
  context.clock.set(TEST_NOON);
  lists.menus = [sampleMenu];
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const meal = (storeId: string, more: object = {}) =>
  checkMeal(context, db, {
    storeId,
    eatType: "take_away",
    slot: "now",
    menuHash: "",
    validUntil: shanghai("2026-12-31 23:59"),
    setMealId: "set",
    ...more,
  });
const offeredStores = async () =>
  (await searchStores(context, db, {})).list.map(({ storeId }) => storeId);

test("a store switched off is not offered, refuses orders, and survives a sync", async () => {
  const off = { storeId: "kfc-sh1", isOff: true, sinceVersion: 0, ...by };
  expect(await overrideStore(context, db, deps, off)).toBe(1);
  expect(await offeredStores()).toEqual(["kfc-sh2", "kfc-sh3"]);
  const { list } = await listCities(context, db, { brand: "kfc", cityOf: deps.cityOf });
  expect(list[0]?.stores).toBe(2);
  await syncStores(context, db, source);
  await expect(meal("kfc-sh1")).rejects.toMatchObject({ code: "STORE_PAUSED" });
  await expect(showMenu(context, db, { storeId: "kfc-sh1" })).rejects.toMatchObject({
    code: "STORE_PAUSED",
  });
  expect(await storeLines(context, db, deps, { state: "off" })).toMatchObject({
    list: [{ storeId: "kfc-sh1", reason: "设备检修", changedBy: { name: "林知远" } }],
  });
  const on = { ...off, isOff: false, sinceVersion: 1 };
  expect(await overrideStore(context, db, deps, on)).toBe(2);
  expect(await meal("kfc-sh1")).toMatchObject({ totalFen: 2500 });
});

test("a store switched off until an instant is on again from then on", async () => {
  const until = TEST_NOON.getTime() + 3_600_000;
  const off = { storeId: "kfc-sh2", isOff: true, sinceVersion: 0, until, ...by };
  await overrideStore(context, db, deps, off);
  await expect(showStore(context, db, "kfc-sh2")).rejects.toMatchObject({ code: "STORE_PAUSED" });
  context.clock.set(new Date(until));
  expect(await showStore(context, db, "kfc-sh2")).toMatchObject({ name: "门店 SH2" });
});

test("a stale override is refused with the present one, an end in the past at its field", async () => {
  const off = { storeId: "kfc-sh3", isOff: true, sinceVersion: 0, ...by };
  await overrideStore(context, db, deps, off);
  await expect(overrideStore(context, db, deps, off)).rejects.toMatchObject({
    code: "STATE_CHANGED",
    data: { current: { storeId: "kfc-sh3", state: "off", sinceVersion: 1 } },
  });
  await expect(
    overrideStore(context, db, deps, { ...off, sinceVersion: 1, until: 1 }),
  ).rejects.toMatchObject({ code: "INPUT_INVALID", data: { field: "until" } });
});

const change = (productId: string, more: object) =>
  overrideProduct(context, db, deps, {
    brand: "kfc",
    productId,
    isHidden: false,
    sinceVersion: 0,
    ...more,
    ...by,
  });

test("a hidden product is not on the menu, and a sold set meal that contains it goes on", async () => {
  await change("cola", { isHidden: true });
  const { hash, classes } = await showMenu(context, db, { storeId: "kfc-sh1" });
  expect(classes.flatMap(({ products }) => products).map(({ id }) => id)).not.toContain("cola");
  const lines = [
    { productId: "cola", quantity: 1, options: [{ groupId: "size", optionId: "medium" }] },
  ];
  const chosen = { setMealId: undefined, menuHash: hash, lines };
  await expect(meal("kfc-sh1", chosen)).rejects.toMatchObject({ code: "MENU_CHANGED" });
  expect(await meal("kfc-sh1")).toMatchObject({ setMeal: { id: "set" }, totalFen: 2500 });
});

test("another name and picture are shown to members, and the order to the supplier stays the same", async () => {
  const photo = await createTestPicture(db);
  await change("burger", { name: "香辣鸡腿堡", pictureId: photo.pictureId });
  const { classes } = await showMenu(context, db, { storeId: "kfc-sh1" });
  const products = classes.flatMap((one) => one.products);
  expect(products.find(({ id }) => id === "burger")).toMatchObject({ name: "香辣鸡腿堡", photo });
  const contents = (await setMealOf(db, "kfc", "set"))?.items;
  expect(contents?.map((item) => item.photo)).toEqual([photo, undefined]);
  const checked = await meal("kfc-sh1");
  expect(checked.lines[0]).toMatchObject({ productId: "burger", name: "香辣鸡腿堡" });
  const { products: ours, setMeals } = await menuLines(db, deps, "kfc");
  expect(ours.find(({ productId }) => productId === "burger")).toMatchObject({
    supplierName: "餐品 burger",
    name: "香辣鸡腿堡",
    setMeals: 1,
    sinceVersion: 1,
  });
  expect(setMeals).toEqual([
    {
      setMealId: "set",
      title: "汉堡可乐",
      content: "香辣鸡腿堡 × 1、餐品 cola × 1",
      priceFen: 2500,
      batches: 2,
    },
  ]);
});

test("a name with forbidden words and an unknown picture are refused at their fields", async () => {
  await expect(change("tray", { name: "转发领红包" })).rejects.toMatchObject({
    data: { field: "name" },
  });
  await expect(
    change("tray", { pictureId: "00000000-0000-4000-8000-00000000dead" }),
  ).rejects.toMatchObject({ data: { field: "pictureId" } });
});

test("every sync is recorded; one without a complete list changes nothing and says so", async () => {
  context.clock.advance(60_000);
  lists.stores = [sampleStore("SH1"), sampleStore("SH2"), sampleStore("SH4")];
  const done = await syncNow(context, db, deps, operatorId);
  expect(done).toMatchObject({ stores: 3, added: 1, removed: 1, menus: 1, isDone: true });
  context.clock.advance(60_000);
  lists.menus = [];
  const failed = await syncNow(context, db, deps, operatorId);
  expect(failed).toMatchObject({ isDone: false, startedBy: { name: "林知远" } });
  expect(await offeredStores()).toContain("kfc-sh4");
  const { list, nextCursor } = await syncRuns(db, deps.namesOf, { pageSize: 1 });
  expect(list).toEqual([failed]);
  const rest = await syncRuns(db, deps.namesOf, { cursor: nextCursor ?? "" });
  expect(rest.list[0]).toEqual(done);
});

test("the supplier's prices of set meals now stand beside ours, and nothing changes", async () => {
  const check = () => checkPrices(db, deps, "kfc");
  expect(await check()).toEqual({
    list: [{ setMealId: "set", title: "汉堡可乐", ourFen: 2500, theirFen: 2500 }],
    added: 0,
  });
  const [set] = sampleMenu.setMeals;
  if (!set) throw new Error("the sample has a set meal");
  lists.menus = [
    {
      ...sampleMenu,
      setMeals: [
        { ...set, priceFen: 2700 },
        { ...set, id: "new" },
      ],
    },
  ];
  expect(await check()).toMatchObject({ list: [{ ourFen: 2500, theirFen: 2700 }], added: 1 });
  lists.menus = [{ ...sampleMenu, setMeals: [] }];
  expect(await check()).toEqual({
    list: [{ setMealId: "set", title: "汉堡可乐", ourFen: 2500 }],
    added: 0,
  });
  expect((await menuLines(db, deps, "kfc")).setMeals).toMatchObject([{ priceFen: 2500 }]);
  await expect(checkPrices(db, deps, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a store's line counts what the supplier delivered and what failed in seven days", async () => {
  const superuser = await connectAsSuperuser(db);
  onTestFinished(() => superuser.end());
  await superuser.query("SET session_replication_role = replica");
  const add = (storeCode: string, state: string, daysAgo: number) =>
    superuser.query(
      `INSERT INTO supplier_order (member_id, id, order_id, item_id, supplier_id, out_no, state, request, ended_at, created_at)
       VALUES ($1, $2, $2, $2, 'dining', $3, $4, $5, $6, $6)`,
      [
        operatorId,
        context.ids.next(),
        context.ids.next().slice(-20),
        state,
        JSON.stringify({ kind: "meal", storeCode }),
        new Date(TEST_NOON.getTime() - daysAgo * 86_400_000),
      ],
    );
  await add("SH1", "SUCCESS", 1);
  await add("SH1", "SUCCESS", 6.9);
  await add("SH1", "SUCCESS", 7.1);
  await add("SH1", "FAILED", 2);
  await add("SH2", "FAILED", 0.1);
  const { list } = await storeLines(context, db, deps, {});
  const counted = list.filter(({ storeId }) => storeId !== "kfc-sh4");
  expect(counted.map(({ storeId, delivered, failed }) => [storeId, delivered, failed])).toEqual([
    ["kfc-sh1", 2, 1],
    ["kfc-sh2", 0, 1],
    ["kfc-sh3", 0, 0],
  ]);
});
