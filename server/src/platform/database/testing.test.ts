/** Tests the test databases: every test file has its own migrated database. */
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "./testing.ts";

const made: FreshDatabase[] = [];
afterAll(async () => {
  for (const database of made) await database.drop();
});

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: "array" });
  await client.end();
  return rows;
}

test("two databases of one run are isolated from each other", async () => {
  made.push(await freshDatabase(), await freshDatabase());
  const [one, other] = made;
  if (!one || !other) throw new Error("two databases are needed");
  await ask(one.ownerUrl, "CREATE TABLE only_here (n int)");
  expect(await ask(one.ownerUrl, "SELECT to_regclass('only_here') IS NOT NULL")).toEqual([[true]]);
  expect(await ask(other.ownerUrl, "SELECT to_regclass('only_here') IS NOT NULL")).toEqual([
    [false],
  ]);
});

test("a fresh database is migrated, and the application's role owns none of it", async () => {
  const database = await freshDatabase();
  made.push(database);
  expect(await ask(database.appUrl, "SELECT current_user::text")).toEqual([["yunjing_app"]]);
  expect(
    await ask(
      database.appUrl,
      "SELECT DISTINCT tableowner::text FROM pg_tables WHERE schemaname = 'public'",
    ),
  ).toEqual([["yunjing_owner"]]);
});
