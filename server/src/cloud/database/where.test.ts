/** Tests which conditions a client may write and how they are compiled. */
import { describe, expect, test } from "vitest";
import { CommandFault, LoginNeeded } from "./fault.ts";
import { limits } from "./limits.ts";
import { command, compiled, NOW, reader } from "./where.fixture.ts";
import { conditionOf } from "./where.ts";

/** The compiled text only, with the values inserted. */
const compiledSql = (where: unknown, memberId?: string) => {
  const { sql, params } = compiled(where, memberId);
  return sql
    .replaceAll(/\$(\d+)/g, (_, n: string) => JSON.stringify(params[Number(n) - 1]))
    .replaceAll('r."', '"');
};
const fault = (code: string) => expect.objectContaining({ name: "CommandFault", code });
const failing = (where: unknown, memberId?: string) => {
  const reading = () => conditionOf(reader(memberId), where);
  expect(reading).toThrow(CommandFault);
  try {
    return reading();
  } catch (error) {
    return error;
  }
};

describe("a where as text", () => {
  test.each([
    ["title == 'a'", '"title" COLLATE "C" = "a"::text'],
    ["n>=1&&n<10", '("n" >= 1::numeric AND "n" < 10::numeric)'],
    ['state == "x" || n > 2.5', '("state" COLLATE "C" = "x"::text OR "n" > 2.5::numeric)'],
    ["n==1||n==2&&n==3", '("n" = 1::numeric OR ("n" = 2::numeric AND "n" = 3::numeric))'],
    ["(n==1||n==2)&&n==3", '(("n" = 1::numeric OR "n" = 2::numeric) AND "n" = 3::numeric)'],
    ["state in ['a', 'b']", '"state" = ANY (["a","b"]::text[])'],
    ["!(n in [1,2])", '("n" IS NULL OR "n" <> ALL ([1,2]::numeric[]))'],
    ["3 < n", '"n" > 3::numeric'],
    ["hot == true", '"hot" = true::boolean'],
    ["title != null", '"title" IS NOT NULL'],
    ["title == null", '"title" IS NULL'],
    ["user_id == $cloudEnv_uid", '"user_id" COLLATE "C" = "m-1"::text'],
    ["user_id==$env.uid", '"user_id" COLLATE "C" = "m-1"::text'],
    ["/咖啡/.test(title)", '"title" LIKE "%咖啡%"::text'],
    ["/^50%_\\\\/i.test(title)", '"title" ILIKE "50\\\\%\\\\_\\\\\\\\%"::text'],
    ["new RegExp('a\\\\.b$', 'i').test(title)", '"title" ILIKE "%a.b"::text'],
    ["title == 'it\\'s'", '"title" COLLATE "C" = "it\'s"::text'],
    ["(n == -1)", '"n" = -1::numeric'],
  ])("%s", (where, sql) => {
    expect(compiledSql(where)).toBe(sql);
  });

  test("an instant is compared with milliseconds or with now", () => {
    expect(compiled("at < $cloudEnv_now && at > 1000").params).toEqual([NOW, new Date(1000)]);
  });

  test.each([
    "",
    "title",
    "title ==",
    "== 'a'",
    "title = 'a'",
    "title === 'a'",
    "title == 'a' 'b'",
    "title == 'a",
    "title == a",
    "1 == 1",
    "'a' == 'a'",
    "title == title",
    "title in 'a'",
    "n in [title]",
    "n + 1 == 2",
    "n == 1;",
    "title == 'a' -- x",
    "/* */ n == 1",
    "!n",
    "n == 1 &",
    "this.n == 1",
    "title.length == 1",
    "constructor == 'a'",
    "__proto__ == 'a'",
    "shown == 'a'",
    "title == `a`",
    "fn(n) == 1",
    "n == 0x10",
    "n == 1e9",
    "title == 'a\\x41'",
    "n == '1'",
    "title == 1",
    "title > null",
    "/a+/.test(title)",
    "/(a|a)*$/.test(title)",
    "/a/g.test(title)",
    "/a/.test(n)",
    "/a/.exec(title)",
    "new Function('a').test(title)",
    "$cloudEnv_clientIP == 'a'",
    "title == $cloudEnv_now",
    "at == -1",
    "((n == 1)",
    "n == 1)",
    "title == '\u0000'",
  ])("%j is refused", (where) => {
    expect(failing(where, "m-1")).toEqual(fault("SYNTAX_ERROR"));
  });

  test("the caller's own id requires a login", () => {
    for (const where of ["user_id == $cloudEnv_uid", { user_id: { $env: "uid" } }]) {
      expect(() => conditionOf(reader(), where)).toThrow(LoginNeeded);
    }
  });
});

describe("a where as an object", () => {
  test.each([
    [{ title: "a", n: 1 }, '("title" COLLATE "C" = "a"::text AND "n" = 1::numeric)'],
    [
      { n: command(["gt", 1], ["and", command(["lt", 9])]) },
      '("n" > 1::numeric AND "n" < 9::numeric)',
    ],
    [{ n: command(["gt", 1], ["lt", 9]) }, '("n" > 1::numeric AND "n" < 9::numeric)'],
    [
      { n: command(["or", [command(["eq", 1]), command(["eq", 3])]]) },
      '("n" = 1::numeric OR "n" = 3::numeric)',
    ],
    [{ state: command(["nin", ["a"]]) }, '("state" IS NULL OR "state" <> ALL (["a"]::text[]))'],
    [{ title: command(["exists", false]) }, '"title" IS NULL'],
    [{ title: command(["neq", "a"]) }, '"title" IS DISTINCT FROM "a"::text'],
    [
      command(["or", { n: 1 }, { title: "a" }]),
      '("n" = 1::numeric OR "title" COLLATE "C" = "a"::text)',
    ],
    [{ title: { $regexp: { source: "^a", flags: "" } } }, '"title" LIKE "a%"::text'],
    [{ user_id: { $env: "uid" } }, '"user_id" COLLATE "C" = "m-1"::text'],
    [{}, "true"],
  ])("%j", (where, sql) => {
    expect(compiledSql(where)).toBe(sql);
  });

  test("a date is an instant", () => {
    const where = { at: command(["gte", { $date: "2026-11-20T04:00:00.000Z" }]) };
    expect(compiled(where).params).toEqual([NOW]);
  });

  test.each<[unknown]>([
    [null],
    [1],
    [[]],
    [[{ n: 1 }]],
    [{ $where: "1" }],
    [{ $or: [{ n: 1 }] }],
    [{ "n; DROP TABLE member": 1 }],
    [{ ["__proto__x"]: 1 }],
    [JSON.parse('{"__proto__": {"n": 1}}')],
    [{ constructor: 1 }],
    [{ n: { $gt: 1 } }],
    [{ n: [1] }],
    [{ n: { $db: "x" } }],
    [{ n: { $db: [] } }],
    [{ n: { $db: [{ $method: "command" }] } }],
    [{ n: { $db: [{ $method: "gt", $param: [1] }] } }],
    [{ n: command(["where", "1"]) }],
    [{ n: command(["expr", "1"]) }],
    [{ n: command(["constructor", 1]) }],
    [{ n: command(["gt"]) }],
    [{ n: command(["and"]) }],
    [{ n: command(["in", 1]) }],
    [{ n: command(["in", [[1]]]) }],
    [{ n: command(["not", 1]) }],
    [command(["gt", 1])],
    [{ title: { $regexp: { source: ".*", flags: "" } } }],
    [{ title: { $regexp: { source: ["a"], flags: "" } } }],
    [{ title: { $regexp: { source: "a", flags: "gim" } } }],
    [{ title: "a\u0000" }],
    [{ title: { $newDb: [{ $method: "serverDate", $param: [] }] } }],
    [{ at: { $date: "yesterday" } }],
    [{ at: 1e300 }],
  ])("%j is refused", (where) => {
    expect(failing(where, "m-1")).toEqual(fault("SYNTAX_ERROR"));
  });
});

describe("size and depth", () => {
  const nested = (depth: number): unknown => {
    let where: unknown = { n: 1 };
    for (let level = 0; level < depth; level += 1) where = command(["or", [where]]);
    return where;
  };

  test.each<[string, unknown]>([
    ["parentheses", `${"(".repeat(900)}n == 1${")".repeat(900)}`],
    ["a long text", `title == '${"a".repeat(5_000)}'`],
    ["a long value", { title: "a".repeat(201) }],
    ["many tests in text", Array.from({ length: 60 }, (_, n) => `n==${n}`).join("||")],
    ["many tests in an object", command(["or", Array.from({ length: 60 }, () => ({ n: 1 }))])],
    ["many values", { n: command(["in", Array.from({ length: 101 }, (_, n) => n)]) }],
    ["deep objects", nested(10_000)],
    ["a long chain", { n: command(...Array.from({ length: 21 }, () => ["gt", 1] as const)) }],
    ["backslashes", `title == '${"\\".repeat(1_900)}`],
    ["an open expression", `/${"a".repeat(1_900)}`],
  ])("%s: refused with a clear error", (_, where) => {
    expect(failing(where)).toEqual(fault("SYNTAX_ERROR"));
  });

  test("a condition within the limits is accepted", () => {
    expect(compiled(nested(limits.depthMax - 1)).params).toEqual([1]);
    const full = Array.from({ length: limits.testsMax }, (_, n) => `n==${n}`).join("||");
    expect(compiled(full).params).toHaveLength(limits.testsMax);
  });
});
