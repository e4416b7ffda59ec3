/** Tests that a demo that was not laid out whole is noticed, and that members' own data never count as one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOrCreateMemberByPhone } from "../domain/members/actions.ts";
import { closeDatabase, type Db, openDatabase } from "../platform/database/pool.ts";
import { freshDatabase } from "../platform/database/testing.ts";
import { transaction } from "../platform/database/transaction.ts";
import { testContext } from "../platform/testing.ts";
import { isDemoUnfinished, markDemoBegun, markDemoFinished } from "./unfinished.ts";

const context = testContext();
let dataDir: string;
let db: Db;
let drop: () => Promise<unknown>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "yunjing-demo-"));
  const fresh = await freshDatabase();
  drop = () => fresh.drop();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
});
afterEach(async () => {
  await closeDatabase(db);
  await drop();
  rmSync(dataDir, { recursive: true });
});

test("a demo is unfinished from its first row until its last", async () => {
  expect(isDemoUnfinished(dataDir)).toBe(false);
  await markDemoBegun(db, dataDir);
  expect(isDemoUnfinished(dataDir)).toBe(true);
  markDemoFinished(dataDir);
  markDemoFinished(dataDir);
  expect(isDemoUnfinished(dataDir)).toBe(false);
});

test("a database that has members is never taken for an unfinished demo", async () => {
  await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, "13700000001"));
  await markDemoBegun(db, dataDir);
  expect(isDemoUnfinished(dataDir)).toBe(false);
});
