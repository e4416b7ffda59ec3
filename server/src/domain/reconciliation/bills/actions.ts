/**
 * Imports the daily bills of the payment channel and the suppliers, compares them with our records,
 * and records differences.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { StatementAnswer, StatementLine } from "../../fulfilment/port.ts";
import { beginRun, finishRun } from "../actions/runs.ts";
import type { BillSource } from "../port.ts";
import { compareRows, findUnreported, hasOwnRecords } from "./compare.ts";
import {
  addDays,
  schedulePoll,
  type BillDay,
  daysToCompareOwnRecords,
  dueDays,
  markCompared,
  markOwnRecordsCompared,
  recordWaitReason,
  type BillDaySummary,
  type DifferenceDetail,
  readDaySummaries,
  readDifferences,
  stopPolling,
  claimPoll,
} from "./store/days.ts";
import { closeHealedCasesOfDay, openDifferences, openMissingStatementCase } from "./differences.ts";
import type { DayKey } from "./model.ts";
import { addRows, editionOf, markImported } from "./store/rows.ts";

const BATCH_ROWS = 1_000;
/** Rows compared in one transaction. */
const COMPARED_ROWS = 5_000;

async function* batchesOf(lines: AsyncIterable<StatementLine>): AsyncGenerator<StatementLine[]> {
  let batch: StatementLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Inserts an edition and its rows unless they exist. Returns the edition and its number of rows.
 */
async function importEdition(
  context: Context,
  db: Db,
  key: DayKey,
  { digest, lines }: Pick<Extract<StatementAnswer, { state: "statement" }>, "digest" | "lines">,
): Promise<{ fileId: string; rowCount: number }> {
  const now = context.clock.sql();
  const { fileId, rowCount } = await editionOf(db, key, {
    digest,
    fileId: context.ids.next(),
    now,
  });
  if (rowCount !== null) return { fileId, rowCount };
  let count = 0;
  for await (const batch of batchesOf(lines())) {
    await addRows(db, { ...key, fileId }, { first: count + 1, lines: batch });
    count += batch.length;
  }
  await markImported(db, { ...key, fileId }, { rowCount: count, now });
  return { fileId, rowCount: count };
}

const limitsOf = ({ settings }: Context) => ({
  edgeMs: settings.billEdgeMs,
  feeShare: settings.wechatPayFeeShare,
});

/** Compares every row of an edition with our records. Returns how many differences are new. */
async function compareEdition(
  context: Context,
  db: Db,
  { runId, fileId, rowCount, ...key }: DayKey & { runId: string; fileId: string; rowCount: number },
): Promise<number> {
  let opened = 0;
  for (let from = 1; from <= rowCount; from += COMPARED_ROWS) {
    const part = { ...limitsOf(context), from, to: from + COMPARED_ROWS - 1 };
    opened += await transaction(db, async (tx) => {
      const found = await compareRows(tx, { ...key, fileId }, part);
      return openDifferences(context, tx, { ...key, runId, fileId }, found);
    });
  }
  return opened;
}

/**
 * Schedules another poll of a day that is not available yet; when it is very late, opens a case.
 */
async function recordWait(context: Context, db: Db, day: BillDay, reason: string): Promise<void> {
  const now = context.clock.sql();
  const { billMissingMs: missingMs } = context.settings;
  context.log.info(
    { source: day.source, day: day.day, reason },
    "the bill of a day is not available yet",
  );
  const isMissing = await transaction(db, (tx) =>
    recordWaitReason(tx, day, { reason, missingMs, now }),
  );
  if (!isMissing) return;
  const runId = await beginRun(context, db, "bills");
  await transaction(db, (tx) => openMissingStatementCase(context, tx, { ...day, runId, reason }));
  await finishRun(context, db, { id: runId, state: "done", checks: [], found: 1 });
}

/**
 * Handles a bill that reports an empty day: accepted when our records are empty too. An earlier
 * edition stays valid.
 */
async function acceptEmptyDay(context: Context, db: Db, day: BillDay): Promise<void> {
  if (day.state === "compared") return stopPolling(db, day);
  const has = await transaction(db, (tx) => hasOwnRecords(tx, day, context.settings.billEdgeMs));
  if (has) return recordWait(context, db, day, "it says that nothing happened");
  return markCompared(db, day, { fileId: null, rowCount: 0, now: context.clock.sql() });
}

/** Imports and compares one available day. */
async function importAndCompare(
  context: Context,
  db: Db,
  day: BillDay,
  answer: Extract<StatementAnswer, { state: "statement" }>,
): Promise<void> {
  const edition = await importEdition(context, db, day, answer).finally(() => answer.discard());
  const runId = await beginRun(context, db, "bills");
  const found = await compareEdition(context, db, { ...day, ...edition, runId });
  await markCompared(db, day, { ...edition, now: context.clock.sql() });
  const checks = [{ name: `${day.source} ${day.day}`, rows: edition.rowCount, found }];
  await finishRun(context, db, { id: runId, state: "done", checks, found });
}

/**
 * Compares our records of the days with the rows, where the rows of the day and of the previous day
 * are available.
 */
async function compareOwnRecords(
  context: Context,
  db: Db,
  sources: readonly string[],
): Promise<void> {
  for (const { source, day, fileId } of await daysToCompareOwnRecords(db, sources)) {
    const runId = await beginRun(context, db, "bills");
    const found = await transaction(db, async (tx) => {
      const unreported = await findUnreported(tx, { source, day }, context.settings.billEdgeMs);
      const occasion = { source, day, runId, fileId };
      const opened = await openDifferences(context, tx, occasion, unreported);
      await closeHealedCasesOfDay(context, tx, occasion);
      await markOwnRecordsCompared(tx, { source, day }, context.clock.sql());
      return opened;
    });
    const checks = [{ name: `${source} ${day} unsaid`, found }];
    await finishRun(context, db, { id: runId, state: "done", checks, found });
  }
}

/**
 * Processes everything that is due, the oldest day first. Returns how many days it processed. Safe
 * to run repeatedly and concurrently: a poll is claimed by one process, rows and differences are
 * inserted once.
 */
export async function reconcileBills(
  context: Context,
  db: Db,
  sources: readonly BillSource[],
): Promise<number> {
  const now = context.clock.sql();
  const { billAtMs: atMs, billAgainMs: againMs, billDaysMax: daysMax } = context.settings;
  const names = sources.map(({ source }) => source);
  await addDays(db, { sources: names, atMs, daysMax, now });
  let polled = 0;
  for (const day of await dueDays(db, { sources: names, now })) {
    if (!(await claimPoll(db, day, { againMs, now }))) continue;
    polled += 1;
    const source = sources.find((one) => one.source === day.source);
    invariant(source, "only days of known sources are due");
    const answer = await source.statement(day.day);
    if (answer.state === "unknown") await recordWait(context, db, day, answer.reason);
    else if (answer.state === "none") await acceptEmptyDay(context, db, day);
    else await importAndCompare(context, db, day, answer);
  }
  await compareOwnRecords(context, db, names);
  return polled;
}

/** Returns days with their differences, the newest first. */
export const listBillDays = (
  db: Db,
  wanted: { source: string | null; before: string | null; limit: number },
): Promise<BillDaySummary[]> => readDaySummaries(db, wanted);

/** Returns the differences in a day's newest edition, of one class or of all. */
export const listDifferences = (
  db: Db,
  wanted: DayKey & { class: string | null; limit: number },
): Promise<DifferenceDetail[]> => readDifferences(db, wanted);

/** Schedules a poll of a day at the job's next run. Throws NOT_FOUND when there is no such day. */
export async function requestDay(context: Context, db: Db, key: DayKey): Promise<void> {
  if (!(await schedulePoll(db, key, context.clock.sql()))) throw new Refusal("NOT_FOUND");
}
