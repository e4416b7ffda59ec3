/**
 * A member's addresses: stored sealed, shown masked, one default, and accessible to their member
 * only.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { loadRegions } from "../regions/load-regions.ts";
import {
  addAddress,
  changeAddress,
  listAddresses,
  makeDefault,
  markUsed,
  removeAddress,
} from "./actions.ts";

const regions = loadRegions();
const HOME = {
  name: "张三",
  phone: "13800138000",
  detail: "科技园 1 号",
  regionCodes: ["440000", "440300", "440305"],
};

let database: FreshDatabase;
let db: Db;
let context: TestContext;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const add = (memberId: string, changes: Partial<typeof HOME> & { isDefault?: boolean } = {}) => {
  context.clock.advance(1_000);
  return addAddress(context, db, regions, { memberId, ...HOME, ...changes });
};
const change = (memberId: string, addressId: string, changes: object) =>
  changeAddress(context, db, regions, { memberId, addressId, ...changes });
const list = (memberId: string) => listAddresses(context, db, regions, memberId);
const details = async (memberId: string) => (await list(memberId)).map(({ detail }) => detail);
const refusal = (code: string, data?: object) =>
  expect.objectContaining({ name: "Refusal", code, ...(data ? { data } : {}) });
const missing = refusal("NOT_FOUND");

test("an address is shown with its region names and a masked phone; its row contains neither in plain text", async () => {
  const memberId = context.ids.next();
  const made = await add(memberId);
  expect(made).toEqual({
    addressId: made.addressId,
    name: "张三",
    phone: "138****8000",
    detail: "科技园 1 号",
    regionCodes: HOME.regionCodes,
    region: "广东省 深圳市 南山区",
    tag: "",
    isDefault: true,
  });
  const { rows } = await db.$client.query(
    "SELECT encode(sealed, 'escape') || a::text AS it FROM address a WHERE member_id = $1",
    [memberId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].it).not.toMatch(/13800138000|张三|科技园/u);
});

test("an identical address is stored once, and another member's address is separate", async () => {
  const [mine, his] = [context.ids.next(), context.ids.next()];
  const { addressId } = await add(mine);
  expect(await add(mine, { name: " 张三  " })).toMatchObject({ addressId });
  expect((await add(his)).addressId).not.toBe(addressId);
  expect(await list(mine)).toHaveLength(1);
  expect(await list(his)).toHaveLength(1);
});

test("the default comes first, then the most recently used", async () => {
  const memberId = context.ids.next();
  const first = await add(memberId, { detail: "一号" });
  const second = await add(memberId, { detail: "二号" });
  await add(memberId, { detail: "三号" });
  expect(await details(memberId)).toEqual(["一号", "三号", "二号"]);
  context.clock.advance(1_000);
  await markUsed(context, db, { memberId, addressId: second.addressId });
  expect(await details(memberId)).toEqual(["一号", "二号", "三号"]);
  expect(
    await makeDefault(context, db, regions, { memberId, addressId: second.addressId }),
  ).toEqual({ ...second, isDefault: true });
  await add(memberId, { detail: "四号", isDefault: true });
  const now = await list(memberId);
  expect(now.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false]);
  expect(now[0]?.detail).toBe("四号");
  expect(now.at(-1)?.addressId).toBe(first.addressId);
});

test("a change keeps the fields it does not contain, especially the phone", async () => {
  const memberId = context.ids.next();
  const { addressId } = await add(memberId);
  const changed = await change(memberId, addressId, { detail: "后海 2 号", tag: "公司" });
  expect(changed).toMatchObject({
    name: "张三",
    phone: "138****8000",
    detail: "后海 2 号",
    tag: "公司",
  });
  expect(
    await change(memberId, addressId, { phone: "13900001234", isDefault: false }),
  ).toMatchObject({ phone: "139****1234", tag: "公司", isDefault: false });
  // A new address is compared with the present content of the address book.
  expect(await add(memberId, { detail: "后海 2 号", phone: "13900001234" })).toMatchObject({
    addressId,
  });
});

test("a deleted address is gone, its default mark with it, and the same content creates a new one", async () => {
  const memberId = context.ids.next();
  const { addressId } = await add(memberId);
  const own = { memberId, addressId };
  await removeAddress(context, db, own);
  expect(await list(memberId)).toEqual([]);
  await expect(removeAddress(context, db, own)).rejects.toEqual(missing);
  await expect(makeDefault(context, db, regions, own)).rejects.toEqual(missing);
  await expect(markUsed(context, db, own)).rejects.toEqual(missing);
  const again = await add(memberId);
  expect(again).toMatchObject({ isDefault: true });
  expect(again.addressId).not.toBe(addressId);
});

test("another member's address is refused as NOT_FOUND", async () => {
  const { addressId } = await add(context.ids.next());
  for (const stranger of [{ memberId: context.ids.next(), addressId }]) {
    await expect(change(stranger.memberId, addressId, { tag: "家" })).rejects.toEqual(missing);
    await expect(removeAddress(context, db, stranger)).rejects.toEqual(missing);
    await expect(makeDefault(context, db, regions, stranger)).rejects.toEqual(missing);
    await expect(markUsed(context, db, stranger)).rejects.toEqual(missing);
  }
  await expect(change(context.ids.next(), "no-id-at-all", {})).rejects.toEqual(missing);
});

test.each([
  ["a city whose districts are missing", ["440000", "440300"]],
  ["a district of another city", ["440000", "440100", "440305"]],
  ["reversed order", ["440305", "440300", "440000"]],
  ["an unknown region", ["440000", "440300", "449999"]],
])("an incomplete region path is refused: %s", async (_, regionCodes) => {
  const memberId = context.ids.next();
  const text = "请选择完整的所在地区";
  const no = refusal("INPUT_INVALID", { field: "regionCodes", text });
  await expect(add(memberId, { regionCodes })).rejects.toEqual(no);
  const { addressId } = await add(memberId);
  await expect(change(memberId, addressId, { regionCodes })).rejects.toEqual(no);
});

test("a city without districts completes the path, and a name of spaces is refused", async () => {
  const memberId = context.ids.next();
  const dongguan = await add(memberId, { regionCodes: ["440000", "441900"] });
  expect(dongguan.region).toBe("广东省 东莞市");
  const beijing = await add(memberId, { regionCodes: ["110000", "110100", "110105"] });
  expect(beijing.region).toBe("北京市 朝阳区");
  await expect(add(memberId, { name: "\u200b " })).rejects.toEqual(
    refusal("INPUT_INVALID", { field: "name", text: "请填写完整" }),
  );
});

test("the twenty-first address is refused until one is deleted", async () => {
  const memberId = context.ids.next();
  for (let n = 1; n <= 20; n++) await add(memberId, { detail: `${n} 号楼` });
  await expect(add(memberId, { detail: "21 号楼" })).rejects.toEqual(
    refusal("ADDRESS_FULL", { most: 20 }),
  );
  // An address that is already in the book does not count again.
  expect(await add(memberId, { detail: "7 号楼" })).toMatchObject({ detail: "7 号楼" });
  const [{ addressId } = { addressId: "" }] = await list(memberId);
  await removeAddress(context, db, { memberId, addressId });
  expect(await add(memberId, { detail: "21 号楼" })).toMatchObject({ isDefault: false });
});
