/** Refused calls of an operator are recorded, and a flood of them does not fill the log. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { findAuditBreaks, closeRefusalWindows, auditRefusal } from "./actions.ts";

const CONNECTIONS = 64;
const ANNA = "0199eeee-0000-7000-8000-00000000000a";
const BEN = "0199eeee-0000-7000-8000-00000000000b";

let fresh: FreshDatabase;
let db: Db;
let context: TestContext;
beforeEach(async () => {
  fresh = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: CONNECTIONS });
});
afterEach(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

describe("refused calls", () => {
  const refuse = () =>
    auditRefusal(context, db, {
      operatorId: ANNA,
      operation: "operatorBooks.freeze",
      code: "NO_PERMISSION",
      requestId: "r",
      address: "10.0.0.1",
      input: { memberId: BEN },
    });
  const lines = async () =>
    (
      await db.$client.query<{ operation: string; outcome: string; left: string | null }>(
        `SELECT operation, outcome, input->>'leftOut' AS left FROM audit_line WHERE outcome <> 'asked' ORDER BY seq`,
      )
    ).rows;

  test("have lines up to an hourly number; the others are counted, and a line gives their number", async () => {
    for (let n = 0; n < 100; n++) await refuse();
    expect(await lines()).toHaveLength(20);
    await closeRefusalWindows(context, db);
    expect(await lines()).toHaveLength(20);
    context.clock.advance(60 * 60 * 1000);
    await closeRefusalWindows(context, db);
    await closeRefusalWindows(context, db);
    const written = await lines();
    expect(written).toHaveLength(21);
    expect(written.at(-1)).toEqual({
      operation: "audit.refusals",
      outcome: "NO_PERMISSION",
      left: "80",
    });
    await refuse();
    expect(await lines()).toHaveLength(22);
    expect(await findAuditBreaks(db)).toEqual([]);
  });

  test("have no more lines when concurrent than in sequence", async () => {
    await Promise.all(Array.from({ length: 64 }, refuse));
    expect(await lines()).toHaveLength(20);
    context.clock.advance(60 * 60 * 1000);
    await closeRefusalWindows(context, db);
    expect((await lines()).at(-1)).toMatchObject({ left: "44" });
  });
});
