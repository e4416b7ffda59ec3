/**
 * Old rows leave the database into files: the audit's chain stays verifiable, and nothing that a
 * page, a refund, reconciliation or an open lifecycle needs is removed.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { archiveDue, type ArchiveSource } from "../../platform/archive.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { diskStore } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { auditArchive, findAuditBreaks, verifyAudit, writeAnchor } from "../audit/actions.ts";
import { eventArchive, reconcile, runArchive } from "./actions.ts";

const ANNA = "0199eeee-0000-7000-8000-00000000000a";
const LONG_AGO = new Date("2019-03-01T04:00:00Z");
const YEARS_AGO = new Date("2024-10-01T04:00:00Z");

let fresh: FreshDatabase;
let db: Db;
let context: TestContext;
let folder: string;
let store: FileStore;
let owner: pg.Client;
beforeEach(async () => {
  fresh = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  folder = await mkdtemp(join(tmpdir(), "yunjing-archive-"));
  store = diskStore(folder);
  owner = await connectAsSuperuser(db);
});
afterEach(async () => {
  await owner.end();
  await closeDatabase(db);
  await fresh.drop();
  await rm(folder, { recursive: true });
});

const archive = (...sources: ArchiveSource[]) => archiveDue(context, db, store, sources);
const countOf = async (table: string, where = "true") =>
  (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`))
    .rows[0]?.n;
const filesOf = async (source: string) => {
  const path = join(folder, "archive", source);
  return (await readdir(path)).map((name) => join(path, name));
};
const linesIn = async (path: string) =>
  gunzipSync(await readFile(path))
    .toString("utf8")
    .trim()
    .split("\n");

/** Appends lines to Anna's chain at an instant. */
async function lines(count: number, at: Date): Promise<void> {
  for (let n = 0; n < count; n++) {
    const entry = `ROW(gen_random_uuid(), 'operatorRefunds.approve', 'asked', '{"n": ${n}, "名": "值"}', NULL, 'r', '10.0.0.1')::audit_entry`;
    await owner.query(`SELECT audit_append($1, ${entry}, $2)`, [ANNA, at]);
  }
}
const faultsOf = async () => (await verifyAudit(db, store)).faults.map(({ text }) => text);

test("archived audit lines are verified with those in the database, and the chain goes on", async () => {
  await lines(6, LONG_AGO);
  await writeAnchor(context, db, store);
  await lines(3, context.clock.now());
  expect(await archive(auditArchive(context))).toBe(6);
  expect(await countOf("audit_line")).toBe(3);
  await lines(1, context.clock.now());
  expect(await findAuditBreaks(db)).toEqual([]);
  const { checks } = await reconcile(context, db, "full");
  expect(checks.find(({ name }) => name === "audit")).toMatchObject({ found: 0 });
  // The anchor names line 6, which is in the file.
  expect(await faultsOf()).toEqual(["审计校验文件不见了"]);
  const [file = ""] = await filesOf("audit");
  expect(await linesIn(file)).toHaveLength(6);

  await owner.query("DELETE FROM audit_line WHERE member_id = $1 AND seq = 7", [ANNA]);
  expect(await findAuditBreaks(db)).toEqual([{ operatorId: ANNA, seq: 8 }]);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -1));
  expect(await faultsOf()).toEqual(
    expect.arrayContaining([
      "审计归档文件与登记不符",
      "锚点 1 中的审计记录第 6 行被改动或删除",
      "审计记录第 8 行起被改动或删除",
    ]),
  );
});

test("the last line of a chain and the lines of three years stay, whatever the caller asks", async () => {
  await lines(2, LONG_AGO);
  expect(await archive(auditArchive(context))).toBe(1);
  await lines(2, YEARS_AGO);
  const source = { ...auditArchive(context), keptDays: () => 1 };
  expect(await archive(source).catch((error: Error) => error.message)).toContain("rows changed");
  expect(await countOf("audit_line")).toBe(3);
  const head = db.$client.query("SELECT audit_archive_lines($1, 4, gen_random_uuid(), NULL) AS n", [
    ANNA,
  ]);
  expect((await head).rows).toEqual([{ n: 0 }]);
  await expect(db.$client.query("DELETE FROM audit_line")).rejects.toThrow("permission denied");
  const id = context.ids.next();
  await owner.query(
    `INSERT INTO event (member_id, id, entity, entity_id, name, actor_kind, at)
     VALUES ($1, $2, 'ticket', $2, 'close', 'system', now() - interval '2 years')`,
    [ANNA, id],
  );
  const removed = await db.$client.query("SELECT platform_archive_events($1, $2, $3, NULL) AS n", [
    [ANNA],
    [id],
    id,
  ]);
  expect(removed.rows).toEqual([{ n: 0 }]);
  await expect(db.$client.query("DELETE FROM event")).rejects.toThrow("permission denied");
});

/** Inserts a ticket and two events of its history. */
async function ticket(state: "open" | "closed", at: Date, lastAt = at): Promise<void> {
  const closed = state === "closed";
  const id = context.ids.next();
  await owner.query(
    `INSERT INTO ticket (member_id, id, state, topic, sms_wanted, opened_at, updated_at, due_at, closed_at, closed_by)
     VALUES ($1, $2, $3, 'other', false, $4, $4, $5, $6, $7)`,
    [ANNA, id, state, at, closed ? null : at, closed ? at : null, closed ? "system" : null],
  );
  await history("ticket", id, at);
  await history("ticket", id, lastAt);
}
const history = (entity: string, entityId: string, at: Date) =>
  owner.query(
    `INSERT INTO event (member_id, id, entity, entity_id, name, actor_kind, at) VALUES ($1, $2, $3, $4, 'x', 'system', $5)`,
    [ANNA, context.ids.next(), entity, entityId, at],
  );

test("only the whole, old history of what has ended is archived", async () => {
  await ticket("closed", LONG_AGO);
  await ticket("open", LONG_AGO);
  await ticket("closed", LONG_AGO, YEARS_AGO);
  await ticket("closed", YEARS_AGO);
  for (const entity of ["order", "refund", "supplier_order", "code", "withdrawal", "member", "sku"])
    await history(entity, context.ids.next(), LONG_AGO);
  expect(await archive(eventArchive(context))).toBe(2);
  expect(await countOf("event", "entity = 'ticket'")).toBe(6);
  expect(await countOf("event", "entity <> 'ticket'")).toBe(7);
  const [file = ""] = await filesOf("event");
  expect((await linesIn(file)).map((line) => JSON.parse(line).entity)).toEqual([
    "ticket",
    "ticket",
  ]);
});

test("runs that found nothing leave in slices of 10,000, and those of a case stay", async () => {
  await owner.query(
    `INSERT INTO recon_run (id, kind, state, started_at, ended_at)
     SELECT gen_random_uuid(), 'watch', 'done', $1::timestamptz + n * interval '1 s', $1 FROM generate_series(1, 10001) n`,
    [LONG_AGO],
  );
  await owner.query(
    `INSERT INTO recon_run (id, kind, state, found, started_at, ended_at)
     VALUES (gen_random_uuid(), 'watch', 'done', 2, $1, $1)`,
    [LONG_AGO],
  );
  expect(await archive(runArchive(context))).toBe(10_001);
  expect(await countOf("recon_run")).toBe(1);
  const kept = await owner.query("SELECT rows FROM archive_file ORDER BY rows");
  expect(kept.rows).toEqual([{ rows: 1 }, { rows: 10_000 }]);
  await expect(db.$client.query("DELETE FROM archive_file")).rejects.toThrow("permission denied");
});

test("a run that ends after the file leaves its rows, and its file goes an hour later", async () => {
  await owner.query(
    `INSERT INTO recon_run (id, kind, state, started_at, ended_at) VALUES (gen_random_uuid(), 'watch', 'done', $1, $1)`,
    [LONG_AGO],
  );
  const source = runArchive(context);
  const dying: ArchiveSource = {
    ...source,
    next: async (reader, before) => {
      const slice = await source.next(reader, before);
      return slice && { ...slice, remove: () => Promise.reject(new Error("the process ends")) };
    },
  };
  await expect(archive(dying)).rejects.toThrow("the process ends");
  expect(await countOf("recon_run")).toBe(1);
  expect(await filesOf("recon-run")).toHaveLength(1);
  context.clock.advance(2 * 3_600_000);
  expect(await archive(source)).toBe(1);
  expect(await filesOf("recon-run")).toHaveLength(1);
  expect(await countOf("archive_file", "state = 'begun'")).toBe(0);
});
