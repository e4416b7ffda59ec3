/** Tests that the database keeps the ten rules of growth.md, and that a violation is detected. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layout } from "./layout.ts";
import { readCatalogue } from "../platform/database/layout-catalogue.fixture.ts";
import { layoutViolations } from "../platform/database/layout-rules.fixture.ts";
import type { TableLayout } from "../platform/database/layout-types.ts";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";

let database: FreshDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test("every table and function of the schema keeps the ten rules", async () => {
  expect(layoutViolations(await readCatalogue(owner), layout)).toEqual([]);
});

/** Returns the violations after `statements`, and rolls the statements back. */
async function violationsAfter(
  statements: string,
  also: Readonly<Record<string, TableLayout>> = {},
): Promise<string[]> {
  await owner.query("BEGIN");
  try {
    await owner.query(statements);
    return layoutViolations(await readCatalogue(owner), {
      ...layout,
      tables: { ...layout.tables, ...also },
    });
  } finally {
    await owner.query("ROLLBACK");
  }
}

const memberTable = { placement: "member", key: ["member_id", "id"], may: "read" } as const;
const valueTable = { placement: "value", key: ["word"], may: "read" } as const;
const referenceTable = { placement: "reference", key: ["code"], may: "change" } as const;
const read = "GRANT SELECT ON bad TO yunjing_app";
const goodColumns = "member_id uuid NOT NULL, id uuid NOT NULL";

describe("a bad table is detected", () => {
  test.each<[string, string, TableLayout | undefined, string]>([
    ["in no layout", "CREATE TABLE bad (n integer)", undefined, "is in no layout"],
    [
      "without a key",
      `CREATE TABLE bad (${goodColumns}); ${read}`,
      memberTable,
      "the key is (), the layout says (member_id,id)",
    ],
    [
      "with member_id second",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (id, member_id)); ${read}`,
      { ...memberTable, key: ["id", "member_id"] },
      "member_id uuid NOT NULL must come first",
    ],
    [
      "with member_id of another type",
      `CREATE TABLE bad (member_id text, id uuid, PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "member_id uuid NOT NULL must come first",
    ],
    [
      "whose owner may change",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read};
      GRANT INSERT, UPDATE ON bad TO yunjing_app`,
      { ...memberTable, may: "change" },
      "the key may be updated (member_id,id)",
    ],
    [
      "unique over all members",
      `CREATE TABLE bad (${goodColumns}, no text UNIQUE, PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "bad_no_key is unique without member_id first",
    ],
    [
      "searched over all members",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read};
      CREATE INDEX bad_id ON bad (id, member_id)`,
      memberTable,
      "bad_id does not begin with member_id",
    ],
    [
      "with an unused allowance",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read}`,
      { ...memberTable, crossNodeIndexes: { bad_gone: "no reader" } },
      "bad_gone is allowed, and not there",
    ],
    [
      "unique beside its value",
      `CREATE TABLE bad (word text PRIMARY KEY, other text UNIQUE); ${read}`,
      valueTable,
      "bad_other_key is unique without word first",
    ],
    [
      "a claim that points at a member",
      `CREATE TABLE bad (word text PRIMARY KEY, member_id uuid REFERENCES member);
      ${read}`,
      valueTable,
      "leads from a value table to member",
    ],
    [
      "a row that points at a claim",
      `CREATE TABLE bad (${goodColumns}, out_no text REFERENCES supplier_out_no,
      PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "leads from a member table to supplier_out_no",
    ],
    [
      "a link that lets go of its member",
      `ALTER TABLE orders ADD UNIQUE (id);
      CREATE TABLE bad (${goodColumns} REFERENCES orders (id), PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "must carry member_id first on both sides",
    ],
    [
      "a definition that points at a member",
      `CREATE TABLE bad (code text PRIMARY KEY, member_id uuid REFERENCES member);
      GRANT SELECT, INSERT, UPDATE ON bad TO yunjing_app`,
      referenceTable,
      "leads from a reference table to member",
    ],
    [
      "numbered by a sequence",
      `CREATE TABLE bad (${goodColumns}, n serial, PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "n takes its value from a sequence",
    ],
    [
      "numbered by identity",
      `CREATE TABLE bad (${goodColumns}, n integer GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (member_id, id)); ${read}`,
      memberTable,
      "n takes its value from a sequence",
    ],
    [
      "a counter in a definition",
      `CREATE TABLE bad (code text PRIMARY KEY, sold integer NOT NULL DEFAULT 0);
      GRANT SELECT, INSERT, UPDATE ON bad TO yunjing_app`,
      referenceTable,
      "sold could be a counter in a definition",
    ],
    [
      "a constraint that waits",
      `CREATE TABLE bad (${goodColumns}, n integer, PRIMARY KEY (member_id, id),
      CONSTRAINT bad_late UNIQUE (member_id, n) DEFERRABLE INITIALLY DEFERRED); ${read}`,
      memberTable,
      "bad_late is deferrable",
    ],
    [
      "a trigger",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read};
      CREATE FUNCTION bad_check() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER bad_sum AFTER INSERT ON bad DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION bad_check()`,
      memberTable,
      "trigger bad_sum",
    ],
    [
      "that anybody may read",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read};
      GRANT SELECT ON bad TO PUBLIC`,
      memberTable,
      "everybody may SELECT",
    ],
    [
      "from which rows may vanish",
      `CREATE TABLE bad (${goodColumns}, PRIMARY KEY (member_id, id)); ${read};
      GRANT DELETE ON bad TO yunjing_app`,
      memberTable,
      "the application may SELECT,DELETE, the layout says SELECT",
    ],
  ])("%s", async (_, statements, place, breach) => {
    const found = await violationsAfter(statements, place ? { bad: place } : {});
    expect(found).toContainEqual(expect.stringContaining(breach));
  });
});

describe("a schema with weakened protection is detected", () => {
  test.each([
    [
      "a ledger that can be edited",
      "GRANT UPDATE (amount) ON ledger_transfer TO yunjing_app",
      "ledger_transfer: the application may SELECT,UPDATE, the layout says SELECT",
    ],
    [
      "a ledger that can be emptied",
      "GRANT TRUNCATE ON ledger_txn TO yunjing_app",
      "ledger_txn: the application may SELECT,TRUNCATE, the layout says SELECT",
    ],
    [
      "a balance that can be moved",
      "GRANT UPDATE ON ledger_account TO yunjing_app",
      "ledger_account: the application may SELECT,UPDATE, the layout says SELECT",
    ],
    [
      "an inner function that the application may call",
      "GRANT EXECUTE ON FUNCTION ledger_move TO yunjing_app",
      "ledger_move(): is not for the application",
    ],
    [
      "a public function that everybody may call",
      "GRANT EXECUTE ON FUNCTION ledger_post TO PUBLIC",
      "ledger_post(): may be called by everybody",
    ],
    [
      "a function without a fixed search path",
      "ALTER FUNCTION ledger_post RESET search_path",
      "ledger_post(): must fix its search_path",
    ],
    [
      "a function without the owner's rights",
      "ALTER FUNCTION ledger_post SECURITY INVOKER",
      "ledger_post(): must act with the owner's rights",
    ],
    [
      "a new function with the owner's rights",
      "ALTER FUNCTION points_grant SECURITY DEFINER",
      "points_grant(): acts with the owner's rights",
    ],
    ["a table gone", "DROP TABLE lost_page", "lost_page: is not there"],
    ["a sequence", "CREATE SEQUENCE order_no", "order_no: is a sequence"],
    ["a view", "CREATE VIEW rich AS SELECT * FROM ledger_account", "rich: is a view in no layout"],
    [
      "a function of chance",
      `CREATE FUNCTION f(p_member uuid) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'`,
      "f(): does what only one machine could: gen_random_uuid",
    ],
    [
      "a function of no member",
      "CREATE FUNCTION f(p_all boolean) RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "f(): must take p_member first",
    ],
    [
      "a function that lies",
      `CREATE FUNCTION f(p_member uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE
      AS 'SELECT now()'`,
      "f(): calls itself immutable and reads or writes",
    ],
    [
      "a guard that a missing argument passes",
      `CREATE FUNCTION f(p_member uuid) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE v_owner uuid;
      BEGIN IF v_owner <> p_member THEN RETURN false; END IF; RETURN true; END $$`,
      "f(): compares what may be null; use IS DISTINCT FROM: <> p_member",
    ],
    [
      "a guard that a missing field passes",
      `CREATE FUNCTION f(p_member uuid, p_word jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN IF (p_word->>'fen')::bigint <> 5 THEN RETURN false; END IF; RETURN true; END $$`,
      "f(): compares what may be null; use IS DISTINCT FROM: p_word->>'fen')::bigint <>",
    ],
    [
      "a clock inside a statement",
      `CREATE FUNCTION f(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE orders SET changed_at = coalesce(p_now, now()) WHERE member_id = p_member; END $$`,
      "f(): reads the clock outside its declarations: now()",
    ],
    [
      "a function of the language sql that reads a table",
      `CREATE FUNCTION f(p_member uuid) RETURNS text LANGUAGE sql STABLE AS
      'SELECT order_no FROM orders WHERE member_id = p_member'`,
      "f(): reads tables in LANGUAGE sql; use plpgsql: FROM orders",
    ],
    [
      "a simple CASE on an argument",
      `CREATE FUNCTION f(p_member uuid, p_to text) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RETURN CASE p_to WHEN 'PAID' THEN true END; END $$`,
      "f(): compares an argument by a simple CASE; write CASE WHEN: CASE p_to WHEN",
    ],
    [
      "a query among inserted values",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO address_book (member_id, changed_at) VALUES (p_member, (SELECT max(at) FROM event)); END $$`,
      "f(): has a query inside INSERT … VALUES; use INSERT … SELECT or a variable: " +
        "INSERT INTO address_book (member_id, changed_at) VALUES (p_member, (SELECT",
    ],
    [
      "a whole row as one value",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE v_all orders[];
      BEGIN v_all := ARRAY(SELECT o FROM orders o WHERE o.member_id = p_member); END $$`,
      "f(): selects a whole row as one value; read it into a variable: SELECT o FROM orders o",
    ],
    [
      "a count of rows that were there before",
      `CREATE FUNCTION f(p_member uuid) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO address_book (member_id) SELECT p_member ON CONFLICT DO NOTHING; RETURN FOUND; END $$`,
      "f(): counts the rows of INSERT … SELECT … DO NOTHING; count those that it returns: " +
        "INSERT INTO address_book (member_id) SELECT p_member ON CONFLICT DO NOTHING; RETURN FOUND",
    ],
    [
      "a function that leaves its member's node in silence",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE receipt SET order_id = order_id WHERE owner_id = p_member; END $$`,
      "f(): touches rows that do not lie with the member, and is not declared: by value",
    ],
    [
      "a function that reads another member",
      `CREATE FUNCTION f(p_member uuid, p_friend uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE orders SET title = title WHERE member_id = p_friend; END $$`,
      "f(): touches rows that do not lie with the member, and is not declared: member_id = p_friend",
    ],
    [
      "a posting that a cluster would write from the coordinator",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE receipt SET order_id = order_id WHERE owner_id = p_member;
      PERFORM ledger_lock_member(p_member, NULL); END $$`,
      "f(): calls ledger_lock_member outside FROM, so a cluster does not run it on the member's node",
    ],
    [
      "a query as an argument",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN PERFORM FROM ledger_lock_member(p_member, (SELECT max(created_at) FROM receipt)); END $$`,
      "f(): gives ledger_lock_member a query as an argument, so a cluster does not run it on the member's node",
    ],
    [
      "a text as an instant of a posting",
      `CREATE FUNCTION f(p_member uuid, p_at text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE receipt SET order_id = order_id WHERE owner_id = p_member;
      PERFORM FROM ledger_lock_member(p_member, p_at::timestamptz); END $$`,
      "f(): gives ledger_lock_member a text as an instant; use a variable",
    ],
    [
      "a value of an own type for a posting",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_hold ledger_hold;
      BEGIN UPDATE receipt SET order_id = order_id WHERE owner_id = p_member;
      PERFORM FROM ledger_is_frozen(p_member, v_hold); END $$`,
      "f(): gives ledger_is_frozen v_hold of the type ledger_hold; use jsonb",
    ],
    [
      "an inner query that finds its member by the outer row",
      `CREATE FUNCTION f(p_member uuid) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE v_fen bigint;
      BEGIN SELECT sum(o.cash_fen - (SELECT sum(r.cash_fen) FROM refund r WHERE r.member_id = o.member_id))
      INTO v_fen FROM orders o WHERE o.member_id = p_member; RETURN v_fen; END $$`,
      "f(): reads all members in an inner query; name p_member there: SELECT sum(r.cash_fen) FROM refund r WHERE r.member_id = o.m",
    ],
    [
      "a query inside DO UPDATE",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO idem (member_id, route, key) VALUES (p_member, '', '') ON CONFLICT (member_id, route, key)
      DO UPDATE SET (route, key) = (SELECT 'a', 'b'); END $$`,
      "f(): has a query inside DO UPDATE; write the columns: DO UPDATE SET (route, key) = (SELECT '',",
    ],
    [
      "an instant chosen inside a change",
      `CREATE FUNCTION f(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE orders SET expires_at = CASE WHEN cash_fen > 0 THEN p_now + interval '5 seconds' END
      WHERE member_id = p_member; END $$`,
      "f(): computes an instant inside CASE or COALESCE of a change; use a variable: WHEN cash_fen > 0 THEN p_now + interval ",
    ],
    [
      "a statement over rows that lie apart",
      `CREATE FUNCTION f(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN UPDATE receipt r SET order_id = o.id FROM orders o WHERE o.member_id = p_member; END $$`,
      "f(): one statement reads rows that lie apart: member, token_hash",
    ],
    [
      "a value computed in RETURNING",
      `CREATE FUNCTION f(p_member uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
      DECLARE v_result jsonb;
      BEGIN UPDATE orders SET title = title WHERE member_id = p_member
      RETURNING jsonb_build_object('id', id) INTO v_result; RETURN v_result; END $$`,
      "f(): computes in RETURNING; return columns into variables: RETURNING jsonb_build_object(",
    ],
  ])("%s", async (_, statements, breach) => {
    expect(await violationsAfter(statements)).toContain(breach);
  });
});
