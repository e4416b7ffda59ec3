/**
 * Tests the answers to database commands: pages, address validation, and the error code of every
 * other input.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ADDRESS,
  type CommandTestEnv,
  openCommandTestEnv,
  type Stage,
  wire,
} from "./testing.fixture.ts";

let testEnv: CommandTestEnv;
let [ann, ben] = ["", ""];
beforeAll(async () => {
  testEnv = await openCommandTestEnv();
  ({ ann, ben } = testEnv);
}, 60_000);
afterAll(() => testEnv.close());
const run: CommandTestEnv["run"] = (...args) => testEnv.run(...args);
const rowsOf: CommandTestEnv["rowsOf"] = (...args) => testEnv.rowsOf(...args);

test("an address is validated by the addresses module's own checks", async () => {
  const from: Stage = ["collection", "addresses"];
  const refused = (row: object) => run(ann, from, ["add", row]);
  expect(await refused({ ...ADDRESS, phone: "1" })).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await refused({ ...ADDRESS, user_id: ben })).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await refused({ ...ADDRESS, name: "张\u0000" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await refused({ ...ADDRESS, regionCodes: ["440000", "110100"] })).toMatchObject({
    code: "INPUT_INVALID",
    message: expect.stringMatching(/./),
  });
  const { id } = await run(ann, from, ["add", { ...ADDRESS, detail: "二号楼" }]);
  const doc: Stage = ["doc", id];
  expect(await run(ann, from, doc, ["update", { tag: "公司" }])).toEqual({ code: 0, updated: 1 });
  expect(await rowsOf(ann, from, doc)).toMatchObject([{ tag: "公司", phone: "137****0001" }]);
  expect(await run(ann, from, ["remove"])).toMatchObject({ code: "PERMISSION_ERROR" });
  expect(await run(ann, from, ["where", {}], ["remove"])).toMatchObject({
    code: "PERMISSION_ERROR",
  });
  expect(await run(ann, from, ["where", "tag == '公司'"], ["remove"])).toEqual({
    code: 0,
    deleted: 1,
  });
  expect(await rowsOf(ann, from, doc)).toEqual([]);
});

describe("a page", () => {
  test("is sorted, limited and projected as requested, and counted on request", async () => {
    const orders: Stage = ["collection", "orders"];
    const all = await rowsOf(ann, orders);
    expect(all.map(({ title }) => title)).toEqual(["100%_下午茶", "早餐套餐"]);
    expect(all[1]).toMatchObject({ orderNo: testEnv.orderNo, state: "processing", kind: "meal" });
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
      code: 0,
      count: 2,
      data: [{ _id: all[0]?.["_id"], title: "100%_下午茶", createdAt: created }],
    });
    expect(await rowsOf(ann, orders, ["where", "/0%_/.test(title)"])).toHaveLength(1);
    expect(await rowsOf(ann, orders, ["where", "/%%/.test(title)"])).toEqual([]);
  });

  test("is never longer than the maximum, and has a warning when it was cut", async () => {
    const regions: Stage = ["collection", "regions"];
    expect(await rowsOf(undefined, regions)).toHaveLength(20);
    const { data, systemInfo } = await run(undefined, regions, ["limit", 5_000], ["get"]);
    expect(data).toHaveLength(100);
    expect(systemInfo).toEqual([{ level: "warn", message: expect.stringContaining("100") }]);
  });

  test("of a shared collection can be filtered by its fields", async () => {
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
  const get = (name: string) => ({ command: wire(["collection", name], ["getTemp"]).command });

  test("with several parts answers each part, and none when one is wrong", async () => {
    const command = { multiCommand: [get("benefits"), get("orders")] };
    expect(await testEnv.send({ memberId: ann }, command)).toMatchObject({
      code: 0,
      dataList: [
        { code: 0, data: [{}, {}] },
        { code: 0, data: [{}, {}] },
      ],
    });
    expect(await testEnv.send({}, command)).toMatchObject({ code: "TOKEN_INVALID_ANONYMOUS_USER" });
    const withGet = {
      multiCommand: [get("benefits"), wire(["collection", "benefits"], ["get"])],
    };
    expect(await testEnv.send({}, withGet)).toMatchObject({
      code: "SYNTAX_ERROR",
      message: expect.stringContaining("getTemp"),
    });
  });

  test.each<[unknown, string]>([
    [undefined, "SYNTAX_ERROR"],
    [{}, "SYNTAX_ERROR"],
    [{ command: {} }, "SYNTAX_ERROR"],
    [{ command: { $db: [] } }, "SYNTAX_ERROR"],
    [{ command: { $db: [null] } }, "SYNTAX_ERROR"],
    [{ command: { $db: [{ $method: "collection", $param: "orders" }] } }, "SYNTAX_ERROR"],
    [wire(["collection", "benefits"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits", "brands"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "member"], ["get"]), "COLLECTION_NOT_FOUND"],
    [wire(["collection", "__proto__"], ["get"]), "COLLECTION_NOT_FOUND"],
    [wire(["collection", "benefits"], ["aggregate"], ["end"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["constructor"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["where", "1 == 1"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["where", {}], ["where", {}], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["orderBy", "picture"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["orderBy", "title; DROP"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["orderBy", "title", "up"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["field", "title as t"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["limit", 0], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["limit", "9"], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["skip", -1], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["skip", 1e9], ["get"]), "SYNTAX_ERROR"],
    [wire(["collection", "benefits"], ["get", { getTree: true }]), "SYNTAX_ERROR"],
    [wire(["collection", "addresses"], ["add", [ADDRESS]]), "SYNTAX_ERROR"],
    [{ ...wire(["collection", "benefits"], ["get"]), action: "free" }, "SYNTAX_ERROR"],
    [{ multiCommand: Array.from({ length: 11 }, () => get("benefits")) }, "SYNTAX_ERROR"],
  ])("%j is refused with a clear code", async (body, code) => {
    expect(await testEnv.send({ memberId: ann }, body)).toEqual({
      code,
      message: expect.stringMatching(/./),
    });
  });
});
