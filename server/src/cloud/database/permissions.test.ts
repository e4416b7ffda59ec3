/**
 * Tests who may do what with which collection on the real database, and that no condition reaches
 * another member's rows.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ADDRESS,
  type CommandTestEnv,
  openCommandTestEnv,
  type Stage,
  wire,
} from "./testing.fixture.ts";
import { collections } from "./collections.ts";

let testEnv: CommandTestEnv;
let [ann, ben] = ["", ""];
beforeAll(async () => {
  testEnv = await openCommandTestEnv();
  ({ ann, ben } = testEnv);
}, 60_000);
afterAll(() => testEnv.close());
const run: CommandTestEnv["run"] = (...args) => testEnv.run(...args);
const rowsOf: CommandTestEnv["rowsOf"] = (...args) => testEnv.rowsOf(...args);

const OPEN = ["benefits", "categories", "regions"] as const;
const OWN = ["orders", "coupons", "points-records", "balance-records", "addresses"] as const;
const LOGIN = "TOKEN_INVALID_ANONYMOUS_USER";
const NO = "PERMISSION_ERROR";

test("the table contains exactly the published collections", () => {
  expect([...collections.keys()].toSorted()).toEqual([...OPEN, ...OWN].toSorted());
});

describe.each(OPEN)("%s", (name) => {
  test.each(["nobody", "a member"])("%s can read but never write", async (who) => {
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

  test("an anonymous caller is sent to log in for every verb", async () => {
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
        code,
        message: expect.stringMatching(/./),
      });
    }
  });

  test.each([
    ["over", "TOKEN_INVALID_TOKEN_EXPIRED"],
    ["wrong", "TOKEN_INVALID_WRONG_TOKEN"],
  ] as const)("a token that is %s is answered with its own code", async (token, code) => {
    const command = wire(from, ["get"]);
    expect(await testEnv.send({ token }, command)).toMatchObject({ code });
  });

  test("a member reads only own rows, and the count includes only these", async () => {
    const [mine, theirs] = [await rowsOf(ann, from), await rowsOf(ben, from)];
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((row) => row["user_id"]))).toEqual(new Set([ann]));
    expect(new Set(theirs.map((row) => row["user_id"]))).toEqual(new Set([ben]));
    expect(await run(ann, from, ["count"])).toEqual({ code: 0, total: mine.length });
  });

  test("no condition reaches another member's rows", async () => {
    const [theirs] = await rowsOf(ben, from);
    const id = theirs?.["_id"];
    const or = {
      $db: [
        { $method: "command" },
        { $method: "or", $param: [[{ user_id: ben }, { _id: id }, { user_id: ann }]] },
      ],
    };
    const wheres = [
      `user_id == '${ben}'`,
      `_id == '${id}'`,
      `user_id != $cloudEnv_uid`,
      `_id != 'x' || user_id == '${ben}'`,
      `user_id in ['${ann}', '${ben}']`,
      or,
      { user_id: ben },
      { _id: id },
      {},
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

  test("another member's rows cannot be written", async () => {
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

  test("every field can be read, and every filterable or sortable field works in the database", async () => {
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
