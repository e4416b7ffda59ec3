import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { closeDatabase, type Db, openDatabase, type Tx } from "./pool.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";
import { transaction } from "./transaction.ts";

const CONNECTIONS = 2;

let database: FreshDatabase;
let db: Db;
let failsAt: string | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: createLog("silent"), size: CONNECTIONS });
  // A connection on which one kind of statement fails, as when the server end is gone.
  db.$client.on("connect", (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (statement: { text: string }, ...rest: never[]) =>
        failsAt !== undefined && statement.text.startsWith(failsAt)
          ? Promise.reject(new Error("Connection terminated unexpectedly"))
          : query(statement, ...rest),
    });
  });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const one = () => transaction(db, async (tx) => (await tx.execute(sql`SELECT 1 AS one`)).rows[0]);

test.each(["begin", "select", "commit"])(
  "a connection that fails at %s does not leave the pool one connection short",
  async (statement) => {
    failsAt = statement === "select" ? "SELECT" : statement;
    for (let time = 0; time <= CONNECTIONS; time++)
      await expect(one()).rejects.toThrow(/Failed query|terminated/);
    failsAt = undefined;
    expect(await one()).toEqual({ one: 1 });
  },
);

const session = async (tx: Tx): Promise<unknown> =>
  (await tx.execute(sql`SELECT pg_backend_pid() AS pid`)).rows[0]?.["pid"];

test.each([
  ["a refused plan", "0A000", false],
  ["a refusal of a function", "YJ010", true],
])("after %s (%s) the connection is kept: %s", async (_, code, isKept) => {
  const single = openDatabase({ url: database.appUrl, log: createLog("silent"), size: 1 });
  try {
    const before = await transaction(single, session);
    const failing = transaction(single, (tx) =>
      tx.execute(sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)),
    );
    await expect(failing).rejects.toMatchObject({ cause: { code } });
    expect((await transaction(single, session)) === before).toBe(isKept);
  } finally {
    await closeDatabase(single);
  }
});
