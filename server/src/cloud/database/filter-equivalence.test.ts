/** Tests that the database and the in-memory filter return the same rows for every condition. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { conditionSql } from "./compile.ts";
import { matchesCondition } from "./filter.ts";
import { command, reader } from "./where.fixture.ts";
import { conditionOf } from "./where.ts";

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log, size: 2 });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const INSTANTS = [1_000, 1_001, 2_000_000_000_000];
const TEXTS = ["", "a", "A", "ab", "b%", "%", "_", "\\", "咖啡", "'"];
const rows = [
  { _id: "1", title: "a", n: 1, hot: true, at: 1_000 },
  { _id: "2", title: "ab", n: -1, hot: false, at: 1_001 },
  { _id: "3", title: "B%", n: 0, hot: null, at: 2_000_000_000_000 },
  { _id: "4", title: "_\\", n: 9, hot: true, at: null },
  { _id: "5", title: "生咖啡'", n: null, hot: false, at: 1_000 },
  { _id: "6", title: null, n: 1.5, hot: null, at: null },
  { _id: "7", title: "", n: 1, hot: true, at: 1_001 },
];

const text = fc.constantFrom(...TEXTS);
const typed: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: text,
  n: fc.constantFrom(-1, 0, 1, 1.5, 8.99, 1e20),
  hot: fc.boolean(),
  at: fc.oneof(
    fc.constantFrom(...INSTANTS),
    fc.constantFrom(...INSTANTS).map((ms) => ({ $date: new Date(ms).toISOString() })),
  ),
};
const tested = (name: string, value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"), value)
      .map(([op, one]) => ({ [name]: command([op, one]) })),
    fc
      .tuple(fc.constantFrom("in", "nin"), fc.array(value, { maxLength: 3 }))
      .map(([op, some]) => ({ [name]: command([op, some]) })),
    fc.boolean().map((is) => ({ [name]: command(["exists", is]) })),
    fc.constantFrom("eq", "neq").map((op) => ({ [name]: command([op, null]) })),
  );
const like = fc
  .tuple(fc.constantFrom("", "^"), text, fc.constantFrom("", "$"), fc.constantFrom("", "i"))
  .map(([from, middle, to, flags]) => ({
    title: { $regexp: { source: `${from}${middle.replaceAll(/[\\$]/g, "\\$&")}${to}`, flags } },
  }));
const { where } = fc.letrec((tie) => ({
  where: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(like, ...Object.entries(typed).map(([name, value]) => tested(name, value))),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("where"), { minLength: 1, maxLength: 3 }))
      .map(([op, parts]) => command([op, ...parts])),
  ),
}));

test("the database and the in-memory filter return the same rows", async () => {
  const table = sql`
    SELECT t."_id", t.title COLLATE "C" AS title, t.n, t.hot, 'epoch'::timestamptz + t.at * interval '1 ms' AS at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS t("_id" text, title text, n numeric, hot boolean, at bigint)`;
  let partly = 0;
  await fc.assert(
    fc.asyncProperty(where, async (sent) => {
      const condition = conditionOf(reader("m-1"), sent);
      const sifted = rows.filter((row) => matchesCondition(row, condition)).map(({ _id }) => _id);
      const found = await db.execute<{ _id: string }>(
        sql`SELECT r."_id" FROM (${table}) r WHERE ${conditionSql(condition)} ORDER BY r."_id"`,
      );
      expect(found.rows.map(({ _id }) => _id)).toEqual(sifted);
      if (sifted.length > 0 && sifted.length < rows.length) partly += 1;
    }),
    { numRuns: 300, seed: 8 },
  );
  expect(partly).toBeGreaterThan(50);
});
