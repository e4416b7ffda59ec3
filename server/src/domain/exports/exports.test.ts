/**
 * Exports against the real database: the file of a batch's codes, runs that are killed, limits, links
 * and races on 64 connections.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { diskStore } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { createBatch, submitAndGenerate } from "../exchange/actions.ts";
import { CONNECTIONS, connectAll, openRaceDatabase, times } from "../ledger/race.fixture.ts";
import type { RaceDatabase } from "../ledger/race.fixture.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import {
  beginExport,
  cancelExport,
  createExportLink,
  exportDetail,
  exportPage,
  openExport,
  writeExport,
} from "./actions.ts";
import { exportOutboxHandlers, removePastFiles } from "./jobs.ts";
import { PAGE_ROWS, PART_ROWS } from "./model.ts";
import type { ExportedLists } from "./port.ts";

const CODES = 2_300;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RIGHTS = ["codes:read", "exports:make"];

const context = testContext();
let race: RaceDatabase;
let folder: string;
let store: FileStore;
let batchId: string;
let keys = 0;

/** The codes of a batch are read by the module itself. */
const unused = () => Promise.reject(new Error("no list is read"));
const lists: ExportedLists = {
  operatorAudit: { list: unused },
  operatorBatches: { list: unused },
  operatorBooks: { cases: unused },
  operatorDealers: { statement: unused },
  operatorMembers: { list: unused, ledger: unused },
  operatorOrders: { list: unused },
  operatorPayments: { list: unused },
  operatorRefunds: { list: unused },
  operatorInvoices: { list: unused },
  operatorReports: { read: unused },
  operatorWithdrawals: { list: unused },
};
const namesOf = () => Promise.resolve(() => "林知远");
const deps = (db: Db = race.db, files: FileStore = store) => ({
  context,
  db,
  lists,
  store: files,
  namesOf,
});
const callerOf = (memberId: string, sessionId = "session", permissions = RIGHTS) => ({
  memberId,
  sessionId,
  roles: [],
  permissions,
});
type Caller = ReturnType<typeof callerOf>;

let phones = 13_700_000_000;
const operator = async (): Promise<Caller> => {
  const { db } = race;
  const phone = String(++phones);
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  return callerOf(memberId);
};

const begin = (caller: Caller, db: Db = race.db) => {
  const wanted = { kind: "codes", filter: { batchId }, reason: "核对批次" } as const;
  return beginExport(context, db, deps(db), { ...wanted, caller, key: `k${++keys}` });
};
const finished = async (caller: Caller): Promise<string> => {
  const exportId = await begin(caller);
  await writeExport(deps(), exportId);
  return exportId;
};
const link = (exportId: string, caller: Caller) =>
  createExportLink(context, race.db, { exportId, caller });
const take = (exportId: string, caller: Caller, secret: string, db: Db = race.db) =>
  openExport(context, db, store, { exportId, caller, secret });
const rowOf = (exportId: string, caller: Caller) =>
  exportDetail(context, race.db, { namesOf }, { exportId, caller });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "none",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** Downloads an export and returns its lines. */
async function linesOf(exportId: string, caller: Caller): Promise<string[][]> {
  const { secret } = await link(exportId, caller);
  const file = (await buffer(await take(exportId, caller, secret))).toString();
  expect(file.startsWith("\uFEFF云鲸权益 · 兑换码 · ")).toBe(true);
  expect(file.replaceAll("\r\n", "")).not.toContain("\n");
  return parse(file, { bom: true, relax_column_count: true });
}

/** Expects every serial once, besides the one row of no code. */
function expectWhole([watermark, heads, ...rows]: readonly string[][], exportId: string): void {
  expect(watermark?.[0]).toContain(`林知远 · 2026-11-20 `);
  expect(watermark?.[0]).toContain(exportId);
  expect(heads?.slice(0, 3)).toEqual(["序号", "码尾号", "状态"]);
  const [canary, ...others] = rows.filter((row) => row[2] === "已兑换");
  expect(others).toEqual([]);
  const serials = rows.filter((row) => row !== canary).map(([serial]) => Number(serial));
  expect(serials.toSorted((a, b) => a - b)).toEqual(times(CODES, (n) => n + 1));
}

beforeAll(async () => {
  race = await openRaceDatabase();
  folder = await mkdtemp(join(tmpdir(), "exports-"));
  store = diskStore(folder);
  const { db } = race;
  const { memberId: makerId } = await operator();
  const validUntil = context.clock.now().getTime() + 30 * 24 * HOUR_MS;
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count: CODES, target };
  ({ batchId } = await createBatch(context, db, { makerId, key: "make", input }));
  await submitAndGenerate(context, db, { makerId, key: "submit", batchId });
}, 120_000);
afterAll(async () => {
  await race.close();
  await rm(folder, { recursive: true });
});

test("an export has every row once, in an order of its own, and a row of no code", async () => {
  const anna = await operator();
  const [one, two] = [await finished(anna), await finished(anna)];
  expect(await rowOf(one, anna)).toMatchObject({ state: "done", rows: CODES, progress: 100 });
  const [first, second] = [await linesOf(one, anna), await linesOf(two, anna)];
  expectWhole(first, one);
  expectWhole(second, two);
  expect(first.slice(2)).not.toEqual(second.slice(2));
});

test("an export that is killed between storing and committing goes on after its last part", async () => {
  const anna = await operator();
  const exportId = await begin(anna);
  expect(await rowOf(exportId, anna)).toMatchObject({ state: "queued", rows: 0 });
  await writeExport(deps(), exportId, 0);
  expect(await rowOf(exportId, anna)).toMatchObject({ state: "running", rows: 1_000 });
  const killed: FileStore = {
    ...store,
    put: async (...part) => {
      await store.put(...part);
      throw new Error("killed");
    },
  };
  await expect(writeExport(deps(race.db, killed), exportId)).rejects.toThrow("killed");
  expect(await rowOf(exportId, anna)).toMatchObject({ rows: 1_000 });
  await Promise.all([1, 2, 3].map(() => writeExport(deps(), exportId)));
  expect(await rowOf(exportId, anna)).toMatchObject({ state: "done", rows: CODES });
  expectWhole(await linesOf(exportId, anna), exportId);
});

test("a cancelled export stops, has no file, and cannot be cancelled twice", async () => {
  const anna = await operator();
  const exportId = await begin(anna);
  await writeExport(deps(), exportId, 0);
  const wanted = { exportId, caller: anna };
  const cancelled = await cancelExport(context, race.db, { namesOf }, wanted);
  expect(cancelled).toMatchObject({ state: "cancelled", rows: 1_000 });
  expect(await codeOf(cancelExport(context, race.db, { namesOf }, wanted))).toBe("STATE_CHANGED");
  expect(await writeExport(deps(), exportId)).toBe(true);
  expect(await codeOf(link(exportId, anna))).toBe("STATE_CHANGED");
  await removePastFiles(deps());
  expect(await readdir(join(folder, "exports", exportId))).toEqual([]);
});

test("of 64 downloads by one link one gets the file; without the guard more do", async () => {
  const anna = await operator();
  const exportId = await finished(anna);
  const taken = async (db: Db) => {
    const { secret } = await link(exportId, anna);
    await connectAll(db);
    const all = await Promise.all(
      times(CONNECTIONS, () => codeOf(take(exportId, anna, secret, db))),
    );
    expect(all.filter((code) => code !== "none" && code !== "EXPORT_LINK")).toEqual([]);
    return all.filter((code) => code === "none").length;
  };
  expect(await taken(race.db)).toBe(1);
  const { db, used } = openMutantDatabase(
    { url: race.appUrl, log: context.log, size: CONNECTIONS },
    [
      {
        from: "link_hash = NULL, link_session = NULL, link_until = NULL,\n      downloads",
        to: "downloads",
      },
    ],
  );
  try {
    expect(await taken(db)).toBeGreaterThan(1);
    expect(used()).toBeGreaterThan(0);
  } finally {
    await closeDatabase(db);
  }
});

test("an operator has three exports at a time, however many begin at once, and ten a day", async () => {
  const anna = await operator();
  await connectAll(race.db);
  const begun = await Promise.all(times(CONNECTIONS, () => codeOf(begin(anna))));
  expect(begun.filter((code) => code === "none")).toHaveLength(3);
  expect(begun.filter((code) => code === "EXPORT_LIMIT")).toHaveLength(CONNECTIONS - 3);
  const ben = await operator();
  for (let n = 0; n < 10; n++) {
    const exportId = await begin(ben);
    await cancelExport(context, race.db, { namesOf }, { exportId, caller: ben });
  }
  expect(await codeOf(begin(ben))).toBe("EXPORT_LIMIT");
  context.clock.advance(24 * HOUR_MS);
  expect(await codeOf(begin(ben))).toBe("none");
  context.clock.advance(-24 * HOUR_MS);
});

test("an export holds one part in memory: each is stored before the next is read", async () => {
  const anna = callerOf((await operator()).memberId, "session", ["audit:read", "exports:make"]);
  const entry = {
    entryId: "0199eeee-0000-7000-8000-00000000000a",
    operatorId: anna.memberId,
    operatorName: "林知远",
    operation: "operatorBooks.freeze",
    outcome: "done",
    input: {},
    requestId: "r",
    address: "10.0.0.1",
    seq: 1,
    hash: "",
    previous: "",
    at: context.clock.now().getTime(),
  };
  const PARTS = 6;
  const PAGES = (PARTS * PART_ROWS) / PAGE_ROWS;
  const sizes: number[] = [];
  let held = 0;
  let heldMost = 0;
  const counting: FileStore = {
    ...store,
    put: async (key, bytes, type) => {
      await store.put(key, bytes, type);
      held = 0;
    },
  };
  const paged: ExportedLists = {
    ...lists,
    operatorAudit: {
      list: async ({ cursor = "0", pageSize = 20 }) => {
        const page = Number(cursor) + 1;
        sizes.push(pageSize);
        held += pageSize;
        heldMost = Math.max(heldMost, held);
        const hasMore = page < PAGES;
        const list = Array.from({ length: pageSize }, () => entry);
        return { list, page, pageSize, hasMore, ...(hasMore && { nextCursor: String(page) }) };
      },
    },
  };
  const wanted = { kind: "audit", filter: {}, reason: "月度核对", caller: anna } as const;
  const made = { ...deps(race.db, counting), lists: paged };
  const exportId = await beginExport(context, race.db, made, { ...wanted, key: `k${++keys}` });
  // What the beginning reads, to see whether the filter is known.
  sizes.length = 0;
  held = 0;
  heldMost = 0;
  await writeExport(made, exportId);
  expect(new Set(sizes)).toEqual(new Set([PAGE_ROWS]));
  expect(heldMost).toBe(PART_ROWS);
  expect(await rowOf(exportId, anna)).toMatchObject({ state: "done", rows: PARTS * PART_ROWS });
});

test("a link is good for ten minutes, in its own session, while one may still read the list", async () => {
  const [anna, ben] = [await operator(), await operator()];
  const exportId = await finished(anna);
  const elsewhere = callerOf(anna.memberId, "other session");
  const { secret, name } = await link(exportId, anna);
  expect(name).toBe(`兑换码-2026-11-20-${exportId}.csv`);
  expect(await codeOf(take(exportId, elsewhere, secret))).toBe("EXPORT_LINK");
  expect(await codeOf(take(exportId, ben, secret))).toBe("EXPORT_LINK");
  expect(await codeOf(take(exportId, anna, "A".repeat(43)))).toBe("EXPORT_LINK");
  const without = callerOf(anna.memberId, "session", ["exports:make"]);
  expect(await codeOf(take(exportId, without, secret))).toBe("NO_PERMISSION");
  expect(await codeOf(link(exportId, ben))).toBe("NOT_FOUND");
  context.clock.advance(10 * MINUTE_MS);
  expect(await codeOf(take(exportId, anna, secret))).toBe("EXPORT_LINK");
  expect(await codeOf(begin(without))).toBe("NO_PERMISSION");
});

test("the file is gone after a day, and the list of exports says so", async () => {
  const anna = await operator();
  const exportId = await finished(anna);
  context.clock.advance(24 * HOUR_MS);
  expect(await codeOf(link(exportId, anna))).toBe("STATE_CHANGED");
  await removePastFiles(deps());
  expect(await readdir(join(folder, "exports", exportId))).toEqual([]);
  const own = await exportPage(context, race.db, { namesOf }, { caller: anna });
  expect(own.list).toMatchObject([{ exportId, state: "gone", isMine: true, rows: CODES }]);
  const all = { caller: anna, whose: "all" } as const;
  expect(await codeOf(exportPage(context, race.db, { namesOf }, all))).toBe("NO_PERMISSION");
  const auditor = callerOf(anna.memberId, "session", ["audit:read"]);
  const wanted = { ...all, caller: auditor, pageSize: 3 };
  const first = await exportPage(context, race.db, { namesOf }, wanted);
  const cursor = first.nextCursor;
  const second = await exportPage(context, race.db, { namesOf }, { ...wanted, cursor });
  const numbers = [...first.list, ...second.list].map((row) => row.exportId);
  expect(new Set(numbers).size).toBe(6);
});

test("an export above 200,000 rows, and one that fails again and again, end with their reason", async () => {
  const anna = await operator();
  const exportId = await begin(anna);
  await writeExport(deps(), exportId, 0);
  await race.db.execute(sql`UPDATE export SET rows = 199500 WHERE export_id = ${exportId}`);
  await writeExport(deps(), exportId);
  expect(await rowOf(exportId, anna)).toMatchObject({
    state: "failed",
    fault: expect.stringContaining("200,000"),
  });
  const broken = await begin(anna);
  const failing: FileStore = { ...store, put: () => Promise.reject(new Error("no disk")) };
  const handler = exportOutboxHandlers(deps(race.db, failing))["export.write"];
  const delivery = {
    memberId: anna.memberId,
    id: broken,
    topic: "export.write",
    sealed: undefined,
  };
  const run = (attempt: number) =>
    handler?.({ ...delivery, payload: { exportId: broken }, attempt });
  await expect(run(1)).rejects.toThrow("no disk");
  expect(await rowOf(broken, anna)).toMatchObject({ state: "queued" });
  await run(5);
  expect(await rowOf(broken, anna)).toMatchObject({ state: "failed" });
});
