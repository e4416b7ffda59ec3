/**
 * Changes to the audit log by a person with all database rights are detected from outside the
 * database.
 */
import { mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { latestAlerts } from "../../platform/alerts.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { diskStore } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { startSchedule } from "../../platform/jobs/schedule.ts";
import { createSecrets } from "../../platform/secrets.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import {
  findAuditBreaks,
  checkNewestLines,
  type Fault,
  verifyAudit,
  writeAnchor,
} from "./actions.ts";
import { auditJobs } from "./jobs.ts";
import { appendLine } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const ANNA = "0199eeee-0000-7000-8000-00000000000a";
const BEN = "0199eeee-0000-7000-8000-00000000000b";

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
  folder = await mkdtemp(join(tmpdir(), "yunjing-audit-"));
  store = diskStore(folder);
  owner = await connectAsSuperuser(db);
  await checkNewestLines(context, db, store);
});
afterEach(async () => {
  await owner.end();
  await closeDatabase(db);
  await fresh.drop();
  await rm(folder, { recursive: true });
});

/** Makes the given number of calls of an operator, each with one line. */
async function calls(operatorId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await appendLine(db, {
      operatorId,
      callId: context.ids.next(),
      operation: "operatorRefunds.approve",
      outcome: "asked",
      input: { n },
      requestId: "r",
      address: "10.0.0.1",
      now: context.clock.sql(),
    });
  }
}
const check = (of = context) => checkNewestLines(of, db, store);
const anchor = (of = context) => writeAnchor(of, db, store);
const subjects = (faults: readonly Fault[] | undefined) => faults?.map(({ subject }) => subject);
const alerts = async (kind: "audit_altered" | "audit_key") =>
  (await latestAlerts(db, { kinds: [kind] })).map(({ subject }) => subject).toSorted();

/** Deletes an operator's last line and sets the head to the line before. */
const cutLast = (operatorId: string) =>
  owner.query(
    `WITH gone AS (DELETE FROM audit_line l USING audit_head h
       WHERE l.member_id = $1 AND h.member_id = $1 AND l.seq = h.seq RETURNING l.seq, l.previous)
     UPDATE audit_head h SET seq = gone.seq - 1, hash = gone.previous FROM gone WHERE h.member_id = $1`,
    [operatorId],
  );
const cutChain = async (operatorId: string) => {
  await owner.query("DELETE FROM audit_line WHERE member_id = $1", [operatorId]);
  await owner.query("DELETE FROM audit_head WHERE member_id = $1", [operatorId]);
};
const alter = (operatorId: string, seq: number) =>
  owner.query("UPDATE audit_line SET input = '{}' WHERE member_id = $1 AND seq = $2", [
    operatorId,
    seq,
  ]);
/** Rewrites a chain from a line on, so that every hash and the head match again. */
async function rewriteChain(operatorId: string, from: number): Promise<void> {
  await alter(operatorId, from);
  await owner.query(
    `DO $$ DECLARE l audit_line; p bytea; BEGIN
       FOR l IN SELECT * FROM audit_line WHERE member_id = '${operatorId}' ORDER BY seq LOOP
         p := coalesce(p, l.previous);
         UPDATE audit_line SET previous = p, hash = audit_hash(p, l.seq,
           ROW(l.call_id, l.operation, l.outcome, l.input, l.reason, l.request_id, l.address), l.at) WHERE member_id = l.member_id AND seq = l.seq RETURNING hash INTO p;
       END LOOP;
       UPDATE audit_head SET hash = p WHERE member_id = '${operatorId}';
     END $$`,
  );
}

describe("the five-minute check", () => {
  beforeEach(async () => {
    await calls(ANNA, 5);
    await calls(BEN, 3);
    expect(await check()).toEqual([]);
    await calls(ANNA, 2);
  });

  test("finds no fault in an unchanged log, however often it runs", async () => {
    for (let n = 0; n < 3; n++) expect(await check()).toEqual([]);
    expect(await alerts("audit_altered")).toEqual([]);
  });

  test.each([
    ["the last line removed, with an adjusted head", () => cutLast(BEN), BEN],
    ["a whole chain removed", () => cutChain(BEN), BEN],
    ["a changed line", () => alter(ANNA, 6), ANNA],
    ["a changed earlier line", () => alter(ANNA, 2), ANNA],
    ["a rewritten chain with correct hashes", () => rewriteChain(ANNA, 4), ANNA],
  ])("detects %s, at every run", async (_, damage, subject) => {
    await damage();
    expect(subjects(await check())).toEqual([subject]);
    expect(subjects(await check())).toEqual([subject]);
    expect(await alerts("audit_altered")).toEqual([subject]);
    // A later line of the same operator does not hide the change.
    await calls(subject, 1);
    expect(subjects(await check())).toEqual([subject]);
  });

  test.each([
    ["the last line removed, with an adjusted head", () => cutLast(BEN)],
    ["a whole chain removed", () => cutChain(BEN)],
    ["a rewritten chain with correct hashes", () => rewriteChain(ANNA, 4)],
  ])("is needed: the database alone does not detect %s", async (_, damage) => {
    await damage();
    expect(await findAuditBreaks(db)).toEqual([]);
  });

  test("detects a deleted head, without which its operator can do nothing more", async () => {
    await owner.query("DELETE FROM audit_head WHERE member_id = $1", [BEN]);
    expect(subjects(await check())).toEqual([BEN]);
    await expect(calls(BEN, 1)).rejects.toThrow();
    expect(subjects(await check())).toEqual([BEN]);
  });

  test("detects a checkpoint that is missing, or signed with an unknown key", async () => {
    await anchor();
    await unlink(join(folder, "audit/latest.json"));
    expect(subjects(await check())).toEqual(["audit/latest.json"]);
    const path = join(folder, "audit/latest.json");
    await writeFile(path, (await readFile(path, "utf8")).replace('\\"seq\\":7', '\\"seq\\":6'));
    expect(subjects(await check())).toEqual(["audit/latest.json"]);
    expect(await check()).toEqual([]);
  });

  test("reports lines written before its first run as unproved", async () => {
    await rm(join(folder, "audit"), { recursive: true });
    expect(subjects(await check())).toEqual(["audit/latest.json"]);
    expect(await check()).toEqual([]);
  });
});

describe("the daily anchor", () => {
  beforeEach(async () => {
    await calls(ANNA, 4);
    await calls(BEN, 2);
    expect(await anchor()).toEqual([]);
    context.clock.advance(DAY_MS);
  });

  test("is written once and signed, however often the job runs", async () => {
    expect(await anchor()).toEqual([]);
    expect(await anchor()).toBeUndefined();
    expect(await readdir(join(folder, "audit/anchors"))).toEqual([
      "00000001.json",
      "00000002.json",
    ]);
    expect(await verifyAudit(db, store)).toMatchObject({ anchors: 2, chains: 2, faults: [] });
  });

  test.each([
    ["the last line removed, with an adjusted head", () => cutLast(BEN), BEN],
    ["a whole chain removed", () => cutChain(BEN), BEN],
    ["a changed line", () => alter(ANNA, 1), ANNA],
    ["a rewritten chain with correct hashes", () => rewriteChain(ANNA, 1), ANNA],
  ])("detects %s, though no check ran since", async (_, damage, subject) => {
    await damage();
    expect(subjects(await anchor())).toEqual([subject]);
    context.clock.advance(DAY_MS);
    // An anchor written meanwhile keeps the known head of the chain.
    expect(subjects(await anchor())).toEqual([subject]);
    expect((await verifyAudit(db, store)).faults.map((one) => one.subject)).toContain(subject);
  });

  test("detects an anchor file that is missing, altered, or signed by a stranger", async () => {
    const path = join(folder, "audit/anchors/00000001.json");
    const bytes = await readFile(path, "utf8");
    await unlink(path);
    expect(subjects(await check())).toContain("audit/anchors/00000001.json");
    await writeFile(path, bytes.replace('\\"seq\\":4', '\\"seq\\":3'));
    expect(subjects((await verifyAudit(db, store)).faults)).toContain(
      "audit/anchors/00000001.json",
    );
    await writeFile(path, bytes);
    expect((await verifyAudit(db, store)).faults).toEqual([]);
  });

  test("detects an emptied index, and never overwrites an existing file", async () => {
    const path = join(folder, "audit/anchors/00000001.json");
    const bytes = await readFile(path, "utf8");
    await owner.query("TRUNCATE audit_anchor");
    expect(subjects(await check())).toEqual(["audit/anchors/00000001.json"]);
    expect(subjects(await anchor())).toEqual(["audit/anchors/00000001.json"]);
    expect(await readFile(path, "utf8")).toBe(bytes);
  });

  test("is written again by the next run when its writer stopped before the index entry", async () => {
    const rows = await owner.query("DELETE FROM audit_anchor RETURNING number");
    expect(rows.rowCount).toBe(1);
    context.clock.advance(-DAY_MS);
    expect(await anchor()).toEqual([]);
    expect(await verifyAudit(db, store)).toMatchObject({ anchors: 1, faults: [] });
  });

  test("can be verified after APP_SECRET was rotated, and operators are alerted to the new key", async () => {
    const rotated = { ...context, secrets: createSecrets("another root secret, also long enough") };
    expect(await check(rotated)).toEqual([]);
    expect(await anchor(rotated)).toEqual([]);
    const { faults, keys } = await verifyAudit(db, store);
    expect(faults).toEqual([]);
    expect(keys.map(({ since }) => since)).toEqual([1, 2]);
    expect(await alerts("audit_key")).toEqual(["audit/anchors/00000002.json", "audit/latest.json"]);
    expect(await check(rotated)).toEqual([]);
    await cutLast(BEN);
    expect(subjects(await check(rotated))).toEqual([BEN]);
  });
});

test("of two processes only one runs the check and one writes the anchor", async () => {
  await calls(ANNA, 2);
  const runs = { latest: 0, anchors: 0 };
  const counting: FileStore = {
    ...store,
    put: async (key, bytes, type) => {
      await store.put(key, bytes, type);
      runs[key === "audit/latest.json" ? "latest" : "anchors"] += 1;
    },
  };
  const processes = [1, 2].map(() =>
    startSchedule(context, db, auditJobs(context, db, counting), { tickMs: 60_000 }),
  );
  await Promise.all(processes.map((one) => one.stop()));
  runs.latest = 0;
  await calls(ANNA, 1);
  const anchored = await Promise.all(processes.map((one) => one.runOnce("audit-anchorer")));
  const checked = await Promise.all(processes.map((one) => one.runOnce("audit-watcher")));
  expect(runs).toEqual({ latest: 1, anchors: 1 });
  expect(
    [anchored, checked].flat().every((outcome) => ["ran", "elsewhere"].includes(outcome)),
  ).toBe(true);
  expect((await verifyAudit(db, store)).faults).toEqual([]);
});

test("of two processes that write an anchor at the same instant one succeeds, and its file stays", async () => {
  await calls(ANNA, 2);
  const written = await Promise.all([anchor(), anchor(), anchor(), anchor()]);
  expect(written.filter((faults) => faults !== undefined)).toEqual([[]]);
  expect(await verifyAudit(db, store)).toMatchObject({ anchors: 1, faults: [] });
});
