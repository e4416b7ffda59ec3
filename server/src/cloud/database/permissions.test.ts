/** Who may do what with which collection, over the real database; and that no condition reaches another's rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop } from "../../domain/catalog/actions.ts";
import { offer } from "../../domain/catalog/testing.ts";
import { makeBed, type CouponBed } from "../../domain/coupons/testing.ts";
import { drawOrderNos } from "../../domain/orders/model.ts";
import { receiptTokenOf } from "../../domain/orders/actions.ts";
import { grant } from "../../domain/points/actions.ts";
import { readRegions } from "../../domain/regions/file.ts";
import { creditedTopUp } from "../../domain/wallet/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { hashToken } from "../../platform/secrets.ts";
import { collections } from "./collections.ts";
import { type DatabaseParts, runDatabaseCommand } from "./command.ts";

const ADDRESS = {
  ...{ name: "张三", phone: "13700000001", detail: "科技园 1 号" },
  regionCodes: ["440000", "440300", "440305"],
};

let bed: CouponBed;
let parts: DatabaseParts;
let [ann, ben] = ["", ""];
const orderNos = new Map<string, string>();

async function placeOrder(memberId: string, title: string): Promise<string> {
  const { context, ask } = bed;
  const id = context.ids.next();
  const order = {
    ...{ id, orderNos: drawOrderNos(context), kind: "meal", title, source: "code" },
    ...{ artwork: "burger", itemsText: "汉堡 × 1", snapshot: { lines: [], rules: [] } },
    ...{ orderState: "ACTIVE", fulfilState: "QUEUED" },
    pickupTo: context.clock.now().toISOString(),
  };
  return ask("SELECT orders_open($1, $2::jsonb, NULL, NULL, $3, $4, $5)", [
    ...[memberId, JSON.stringify(order), hashToken(receiptTokenOf(context, id))],
    ...[context.ids.next(), context.clock.now()],
  ]);
}

async function furnish(memberId: string): Promise<void> {
  const { context, db } = bed;
  orderNos.set(memberId, await placeOrder(memberId, "早餐套餐"));
  context.clock.advance(1_000);
  await placeOrder(memberId, "100%_下午茶");
  await bed.grant(memberId, await bed.template(), "claim", `claim:${memberId}`);
  const points = { kind: "code_redeem", ref: memberId, points: 200, actor: "system" } as const;
  await transaction(db, (tx) => grant(context, tx, { memberId, ...points }));
  await creditedTopUp(context, db, { memberId, amountFen: 10_000, bonusFen: 500 });
}

type Stage = readonly [string, ...unknown[]];
const wire = (stages: readonly Stage[]) => ({
  command: { $db: stages.map(([$method, ...$param]) => ({ $method, $param })) },
});
/** Runs a chain for somebody, or for nobody. */
const run = async (memberId: string | undefined, ...stages: readonly Stage[]) =>
  (await runDatabaseCommand(parts, { memberId }, wire(stages))) as Record<string, unknown>;
const rowsOf = async (memberId: string | undefined, ...stages: readonly Stage[]) =>
  (await run(memberId, ...stages, ["get"]))["data"] as Record<string, unknown>[];

beforeAll(async () => {
  bed = await makeBed(4);
  const { context, db } = bed;
  const regions = readRegions();
  parts = { context, db, regions, shop: openShop(context, db, regions.byCode) };
  await db.$client.query(
    "INSERT INTO brand (code, name, artwork, tint, aliases, sort) VALUES ('luckin', '瑞幸咖啡', 'coffee', 'sea', '{}', 0)",
  );
  await offer(db, { id: "latte", title: "生椰拿铁", brand: "luckin", priceFen: 890 });
  await offer(db, { id: "americano", title: "冰美式", brand: "luckin", priceFen: 690 });
  [ann, ben] = [await bed.member(1), await bed.member(2)];
  for (const memberId of [ann, ben]) {
    await furnish(memberId);
    expect(await run(memberId, ["collection", "addresses"], ["add", ADDRESS])).toMatchObject({
      ...{ code: 0, inserted: 1 },
    });
  }
}, 60_000);
afterAll(() => bed.close());

const OPEN = ["benefits", "categories", "regions"] as const;
const OWN = ["orders", "coupons", "points-records", "balance-records", "addresses"] as const;
const LOGIN = "TOKEN_INVALID_ANONYMOUS_USER";
const NO = "PERMISSION_ERROR";

test("the table names exactly the published collections", () => {
  expect([...collections.keys()].toSorted()).toEqual([...OPEN, ...OWN].toSorted());
});

describe.each(OPEN)("%s", (name) => {
  test.each(["nobody", "a member"])("%s reads and never writes", async (who) => {
    const memberId = who === "nobody" ? undefined : ann;
    expect((await rowsOf(memberId, ["collection", name])).length).toBeGreaterThan(0);
    expect(await run(memberId, ["collection", name], ["count"])).toMatchObject({ code: 0 });
    const [first] = await rowsOf(undefined, ["collection", name], ["limit", 1]);
    const doc: Stage[] = [
      ["collection", name],
      ["doc", first?.["_id"]],
    ];
    expect(await run(memberId, ["collection", name], ["add", { name: "x" }])).toMatchObject({
      code: NO,
    });
    expect(await run(memberId, ...doc, ["update", { name: "x" }])).toMatchObject({ code: NO });
    expect(await run(memberId, ...doc, ["remove"])).toMatchObject({ code: NO });
    expect(await rowsOf(undefined, ["collection", name], ["limit", 1])).toEqual([first]);
  });
});

describe.each(OWN)("%s", (name) => {
  const from: Stage = ["collection", name];
  const isWritten = name === "addresses";

  test("nobody is sent to log in, whatever the verb", async () => {
    const verbs: Stage[] = [
      ["get"],
      ["count"],
      ["add", ADDRESS],
      ["update", { tag: "x" }],
      ["remove"],
    ];
    for (const verb of verbs) {
      const isWriting = !["get", "count"].includes(verb[0]);
      const code = isWriting && !isWritten ? NO : LOGIN;
      expect(await run(undefined, from, ["where", { _id: "x" }], verb)).toMatchObject({
        ...{ code, message: expect.stringMatching(/./) },
      });
    }
  });

  test.each([
    ["over", "TOKEN_INVALID_TOKEN_EXPIRED"],
    ["wrong", "TOKEN_INVALID_WRONG_TOKEN"],
  ] as const)("a token that is %s says so by its code", async (token, code) => {
    const asked = wire([from, ["get"]]);
    expect(await runDatabaseCommand(parts, { token }, asked)).toMatchObject({ code });
  });

  test("a member reads own rows alone, and the count is of them", async () => {
    const [mine, theirs] = [await rowsOf(ann, from), await rowsOf(ben, from)];
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((row) => row["user_id"]))).toEqual(new Set([ann]));
    expect(new Set(theirs.map((row) => row["user_id"]))).toEqual(new Set([ben]));
    expect(await run(ann, from, ["count"])).toEqual({ code: 0, total: mine.length });
  });

  test("no condition reaches another's rows", async () => {
    const [theirs] = await rowsOf(ben, from);
    const id = theirs?.["_id"];
    const or = {
      $db: [
        { $method: "command" },
        { $method: "or", $param: [[{ user_id: ben }, { _id: id }, { user_id: ann }]] },
      ],
    };
    const wheres = [
      ...[`user_id == '${ben}'`, `_id == '${id}'`, `user_id != $cloudEnv_uid`],
      ...[`_id != 'x' || user_id == '${ben}'`, `user_id in ['${ann}', '${ben}']`, or],
      ...[{ user_id: ben }, { _id: id }, {}],
    ];
    for (const where of wheres) {
      const found = await rowsOf(ann, from, ["where", where], ["limit", 100]);
      expect(found.filter((row) => row["user_id"] !== ann || row["_id"] === id)).toEqual([]);
    }
    expect(await rowsOf(ann, from, ["doc", id])).toEqual([]);
    expect(await run(ann, from, ["doc", id], ["get", { getOne: true }])).toEqual({
      code: 0,
      data: null,
    });
  });

  test("another's rows are not written", async () => {
    const before = await rowsOf(ben, from);
    const id = before[0]?.["_id"];
    const wheres: Stage[] = [
      ["doc", id],
      ["where", { user_id: ben }],
      ["where", `_id == '${id}'`],
    ];
    for (const where of wheres) {
      const updated = await run(ann, from, where, ["update", { tag: "改" }]);
      const removed = await run(ann, from, where, ["remove"]);
      expect(updated).toMatchObject(isWritten ? { code: 0, updated: 0 } : { code: NO });
      expect(removed).toMatchObject(isWritten ? { code: 0, deleted: 0 } : { code: NO });
    }
    expect(await rowsOf(ben, from)).toEqual(before);
  });

  test("every field can be shown, and each that may be asked for is answered by the database", async () => {
    const fields = collections.get(name)?.fields ?? new Map();
    const [row] = await rowsOf(ann, from, ["limit", 1]);
    for (const [field, { isFilterable, isSortable }] of fields) {
      if (isSortable) await rowsOf(ann, from, ["orderBy", field, "desc"]);
      const value = row?.[field];
      if (!isFilterable || value === null || value === undefined) continue;
      const found = await rowsOf(ann, from, ["where", { [field]: value }]);
      expect(
        found.map(({ _id }) => _id),
        field,
      ).toContain(row?.["_id"]);
    }
  });
});

test("an address goes through the addresses' own checks", async () => {
  const from: Stage = ["collection", "addresses"];
  const refused = (row: object) => run(ann, from, ["add", row]);
  expect(await refused({ ...ADDRESS, phone: "1" })).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await refused({ ...ADDRESS, user_id: ben })).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await refused({ ...ADDRESS, name: "张\u0000" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await refused({ ...ADDRESS, regionCodes: ["440000", "110100"] })).toMatchObject({
    ...{ code: "INPUT_INVALID", message: expect.stringMatching(/./) },
  });
  const { id } = await run(ann, from, ["add", { ...ADDRESS, detail: "二号楼" }]);
  const doc: Stage = ["doc", id];
  expect(await run(ann, from, doc, ["update", { tag: "公司" }])).toEqual({ code: 0, updated: 1 });
  expect(await rowsOf(ann, from, doc)).toMatchObject([{ tag: "公司", phone: "137****0001" }]);
  expect(await run(ann, from, ["remove"])).toMatchObject({ code: NO });
  expect(await run(ann, from, ["where", {}], ["remove"])).toMatchObject({ code: NO });
  expect(await run(ann, from, ["where", "tag == '公司'"], ["remove"])).toEqual({
    code: 0,
    deleted: 1,
  });
  expect(await rowsOf(ann, from, doc)).toEqual([]);
});

describe("a page", () => {
  test("is sorted, cut and shown as asked, and counted when asked", async () => {
    const orders: Stage = ["collection", "orders"];
    const all = await rowsOf(ann, orders);
    expect(all.map(({ title }) => title)).toEqual(["100%_下午茶", "早餐套餐"]);
    expect(all[1]).toMatchObject({ orderNo: orderNos.get(ann), state: "processing", kind: "meal" });
    const created = all[0]?.["createdAt"];
    expect(
      await run(
        ann,
        orders,
        ["where", `createdAt >= ${String(all[1]?.["createdAt"])}`],
        ["orderBy", "createdAt asc, _id"],
        ["skip", 1],
        ["limit", 1],
        ["field", "title,createdAt"],
        ["get", { getCount: true }],
      ),
    ).toEqual({
      ...{ code: 0, count: 2 },
      data: [{ _id: all[0]?.["_id"], title: "100%_下午茶", createdAt: created }],
    });
    expect(await rowsOf(ann, orders, ["where", "/0%_/.test(title)"])).toHaveLength(1);
    expect(await rowsOf(ann, orders, ["where", "/%%/.test(title)"])).toEqual([]);
  });

  test("is never longer than the cap, and says so", async () => {
    const regions: Stage = ["collection", "regions"];
    expect(await rowsOf(undefined, regions)).toHaveLength(20);
    const { data, systemInfo } = await run(undefined, regions, ["limit", 5_000], ["get"]);
    expect(data).toHaveLength(100);
    expect(systemInfo).toEqual([{ level: "warn", message: expect.stringContaining("100") }]);
  });

  test("of what everybody sees is found by its fields", async () => {
    const benefits: Stage = ["collection", "benefits"];
    const titles = async (...stages: readonly Stage[]) =>
      (await rowsOf(undefined, benefits, ...stages)).map(({ title }) => title);
    expect(await titles(["where", "priceFen < 800"])).toEqual(["冰美式"]);
    expect(await titles(["orderBy", "priceFen", "desc"])).toEqual(["生椰拿铁", "冰美式"]);
    expect(await titles(["where", "/椰/.test(title)"])).toEqual(["生椰拿铁"]);
    expect(
      await rowsOf(
        undefined,
        ["collection", "regions"],
        ["where", "parent == '440300' && initial == 'N'"],
      ),
    ).toMatchObject([{ name: "南山区" }]);
  });
});

describe("a command", () => {
  const get = (name: string) => ({ command: wire([["collection", name], ["getTemp"]]).command });

  test("of several parts answers each, and none when one is wrong", async () => {
    const asked = { multiCommand: [get("benefits"), get("orders")] };
    expect(await runDatabaseCommand(parts, { memberId: ann }, asked)).toMatchObject({
      ...{
        code: 0,
        dataList: [
          { code: 0, data: [{}, {}] },
          { code: 0, data: [{}, {}] },
        ],
      },
    });
    expect(await runDatabaseCommand(parts, {}, asked)).toMatchObject({ code: LOGIN });
    const withGet = {
      multiCommand: [get("benefits"), wire([["collection", "benefits"], ["get"]])],
    };
    expect(await runDatabaseCommand(parts, {}, withGet)).toMatchObject({
      ...{ code: "SYNTAX_ERROR", message: expect.stringContaining("getTemp") },
    });
  });

  test.each<[unknown, string]>([
    [undefined, "SYNTAX_ERROR"],
    [{}, "SYNTAX_ERROR"],
    [{ command: {} }, "SYNTAX_ERROR"],
    [{ command: { $db: [] } }, "SYNTAX_ERROR"],
    [{ command: { $db: [null] } }, "SYNTAX_ERROR"],
    [{ command: { $db: [{ $method: "collection", $param: "orders" }] } }, "SYNTAX_ERROR"],
    [wire([["collection", "benefits"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits", "brands"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "member"], ["get"]]), "COLLECTION_NOT_FOUND"],
    [wire([["collection", "__proto__"], ["get"]]), "COLLECTION_NOT_FOUND"],
    [wire([["collection", "benefits"], ["aggregate"], ["end"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["constructor"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["where", "1 == 1"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["where", {}], ["where", {}], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["orderBy", "picture"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["orderBy", "title; DROP"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["orderBy", "title", "up"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["field", "title as t"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["limit", 0], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["limit", "9"], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["skip", -1], ["get"]]), "SYNTAX_ERROR"],
    [wire([["collection", "benefits"], ["skip", 1e9], ["get"]]), "SYNTAX_ERROR"],
    [
      wire([
        ["collection", "benefits"],
        ["get", { getTree: true }],
      ]),
      "SYNTAX_ERROR",
    ],
    [
      wire([
        ["collection", "addresses"],
        ["add", [ADDRESS]],
      ]),
      "SYNTAX_ERROR",
    ],
    [{ ...wire([["collection", "benefits"], ["get"]]), action: "free" }, "SYNTAX_ERROR"],
    [{ multiCommand: Array.from({ length: 11 }, () => get("benefits")) }, "SYNTAX_ERROR"],
  ])("%j is refused by a clear code", async (body, code) => {
    expect(await runDatabaseCommand(parts, { memberId: ann }, body)).toEqual({
      ...{ code, message: expect.stringMatching(/./) },
    });
  });
});
