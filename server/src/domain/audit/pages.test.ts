/** The pages of the audit log: each call is on one of them, also beside others of the same millisecond. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position } from "../../platform/database/keyset.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { auditEntries } from "./actions.ts";

const ANNA = "0199eeee-0000-7000-8000-00000000000a";
const CALLS = 9;

let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: testContext().log, size: 2 });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

test("each call is on one page, where several began within one millisecond", async () => {
  await db.$client.query(
    `SELECT audit_append($1, ROW(gen_random_uuid(), 'operatorBooks.freeze', 'asked', '{}', NULL, 'r' || n, '10.0.0.1')::audit_entry,
                         '2026-11-20 00:00:00.0004Z'::timestamptz + n * interval '300 microseconds')
     FROM generate_series(1, ${CALLS}) n`,
    [ANNA],
  );
  const found: string[] = [];
  let before: Position | undefined;
  do {
    const page = await auditEntries(db, { before, count: 2 });
    found.push(...page.map(({ requestId }) => requestId));
    const last = page.at(-1);
    before = last && { micros: last.micros, id: last.entryId };
  } while (before !== undefined && found.length <= CALLS);
  expect(found).toEqual(Array.from({ length: CALLS }, (_, n) => `r${CALLS - n}`));
});
