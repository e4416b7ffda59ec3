/** The application's database role can write the ledger only through its functions. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";

const MEMBER = "018f0000-0000-7000-8000-000000000001";
const TXN = "018f0000-0000-7000-8000-000000000002";
const FORBIDDEN = "42501";
let database: FreshDatabase;
let app: pg.Client;

const posting = (ref: string, id: string): string =>
  `ROW('${id}', 'adjust', '${ref}', '\\x00', 'system', NULL, '')::ledger_posting`;

beforeAll(async () => {
  database = await freshDatabase();
  app = new pg.Client(database.appUrl);
  await app.connect();
  await app.query(`SELECT ledger_post('${MEMBER}', ${posting("1", TXN)},
    '[{"asset":"CNY","debit":"codes_sold","credit":"principal","amount":100}]', NULL)`);
  await app.query(`SELECT ledger_hold('${MEMBER}',
    ROW(gen_random_uuid(), 'CNY', 'principal', 40, now() + interval '1 hour', 'system', NULL, ''), NULL)`);
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

const codeOf = (statement: string): Promise<string> =>
  app.query(statement).then(
    () => "done",
    (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? "") : String(error)),
  );

const TABLES = ["ledger_account", "ledger_txn", "ledger_transfer", "ledger_hold"];

describe.each(TABLES)("%s", (table) => {
  test.each([
    ["edited", `UPDATE ${table} SET member_id = member_id`],
    ["deleted", `DELETE FROM ${table}`],
    ["emptied", `TRUNCATE ${table}`],
    ["written", `INSERT INTO ${table} (member_id) VALUES ('${MEMBER}')`],
    ["locked with LOCK TABLE", `SELECT 1 FROM ${table} FOR UPDATE`],
    ["altered", `ALTER TABLE ${table} RENAME TO gone`],
  ])("cannot be %s", async (_, statement) => {
    expect(await codeOf(statement)).toBe(FORBIDDEN);
  });
});

test("a roll-up is written once and cannot be changed", async () => {
  expect(await codeOf("UPDATE ledger_rollup SET debits = 0")).toBe(FORBIDDEN);
  expect(await codeOf("DELETE FROM ledger_rollup")).toBe(FORBIDDEN);
});

test.each([
  ["ledger_move", `ledger_move('${MEMBER}', 'CNY', 'principal', 1)`],
  ["ledger_lock", `ledger_lock('${MEMBER}', NULL)`],
  ["ledger_write", `ledger_write('${MEMBER}', '{}', NULL, NULL)`],
])(
  "a balance cannot be changed without a transfer: the application may not call %s",
  async (_, call) => {
    expect(await codeOf(`SELECT ${call}`)).toBe(FORBIDDEN);
  },
);

test("objects in a temporary schema cannot replace the ledger's tables", async () => {
  await app.query("CREATE TEMP TABLE ledger_txn (member_id uuid, kind text, ref text, id uuid)");
  await app.query(`SELECT ledger_post('${MEMBER}', ${posting("3", randomUUID())},
    '[{"asset":"CNY","debit":"codes_sold","credit":"principal","amount":1}]', NULL)`);
  const { rows } = await app.query(
    "SELECT count(*)::int AS real FROM public.ledger_txn WHERE ref = '3'",
  );
  expect(rows).toEqual([{ real: 1 }]);
  await app.query("DROP TABLE pg_temp.ledger_txn");
});
