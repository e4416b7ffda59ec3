/** Tests what the log masks, and what it records of an error. */
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "./database/pool.ts";
import { type FreshDatabase, freshDatabase } from "./database/testing.ts";
import { failureText } from "./jobs/worker-failure.ts";
import { createLog } from "./log.ts";
import { Outage } from "./refusal.ts";

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog("info", { write: (line: string) => void lines.push(line) }).info(fields, "noted");
  return JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
}

test("masks what could be used against a member, at any depth", () => {
  const line = JSON.stringify(
    logged({ phone: "13900000001", body: { code: "407315", deep: { token: "canary-token" } } }),
  );
  expect(line).not.toMatch(/13900000001|407315|canary-token/);
});

test("contains an error's message and code, but not its connection", () => {
  const error = Object.assign(new Error("gone"), { code: "57P01", client: { secret: "canary" } });
  const { err } = logged({ err: error });
  expect(err).toMatchObject({ message: "gone", errorCode: "57P01" });
  expect(JSON.stringify(err)).not.toContain("canary");
});

const PHONE = "13812345678";
const SECRET = "canary-secret-of-a-card";

describe("the log of a statement that fails", () => {
  let [database, db] = [] as unknown as [FreshDatabase, Db];
  beforeAll(async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.ownerUrl, log: createLog("silent") });
    await db.execute(
      sql`CREATE TABLE held (phone text PRIMARY KEY, n int CHECK (n < 10), at date)`,
    );
    await db.execute(sql`INSERT INTO held VALUES (${PHONE}, 1)`);
    await db.execute(sql`
      CREATE FUNCTION refuse_text(p text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the text "%" is refused', p USING DETAIL = p, HINT = p; END $$`);
  });
  afterAll(async () => {
    await closeDatabase(db);
    await database.drop();
  });

  const statements = {
    "a key that is there": () => sql`INSERT INTO held VALUES (${PHONE}, ${SECRET.length % 10})`,
    "a row against a check": () => sql`INSERT INTO held VALUES (${PHONE + SECRET}, 99)`,
    "a number that is none": () => sql`SELECT ${PHONE + SECRET}::int`,
    "a number too large": () => sql`SELECT ${`${PHONE}000`}::int`,
    "a date that is none": () => sql`INSERT INTO held (phone, at) VALUES (${SECRET}, ${PHONE})`,
    "JSON that is none": () => sql`SELECT ${`{"phone": ${PHONE}${SECRET}`}::jsonb`,
    "a table that is not there": () => sql`SELECT ${PHONE}, ${SECRET} FROM nothing`,
    "a parameter of many lines": () =>
      sql`SELECT ${`x\nparams: \n    at ${PHONE}\n${SECRET}`}::int`,
    "a refusal of a function": () => sql`SELECT refuse_text(${PHONE + SECRET})`,
  };
  const hidden = new RegExp(`${PHONE}|${SECRET}`);

  test.each(Object.entries(statements))("contains no value of %s", async (_, statement) => {
    const error: unknown = await db.execute(statement()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9 })).toMatch(hidden);
    const wrapped = new Outage("somebody", new Error("while writing", { cause: error }));
    const many = new AggregateError([wrapped, error], "several");
    for (const fields of [{ err: error }, { err: wrapped }, { reason: error }, { err: many }]) {
      const line = JSON.stringify(logged(fields));
      expect(line).not.toMatch(hidden);
      expect(line).toMatch(/"errorCode":"[0-9A-Z]{5}"/);
      expect(line).toContain("log.test.ts");
    }
    expect(failureText(error)).not.toMatch(hidden);
    expect(failureText(error)).toMatch(/^[0-9A-Z]{5}: /);
  });

  test("names the statement, the table and the constraint", async () => {
    const again = sql`INSERT INTO held VALUES (${PHONE}, 1)`;
    const error: unknown = await db.execute(again).catch((thrown: unknown) => thrown);
    expect(logged({ err: error })["err"]).toMatchObject({
      message: "Failed query: INSERT INTO held VALUES ($1, 1)",
      cause: {
        errorCode: "23505",
        table: "held",
        constraint: "held_pkey",
        message: 'duplicate key value violates unique constraint "held_pkey"',
      },
    });
  });
});
