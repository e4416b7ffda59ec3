/**
 * Runs the reconciliation checks, opens a case for each difference, and closes healed cases. It
 * repairs nothing. It goes slice by slice and stores how far it has come, so that the full run can be
 * resumed after a kill (decision 0130).
 */
import { ownValue } from "@yunjing/contract/own-value";
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { inSnapshot, transaction } from "../../../platform/database/transaction.ts";
import {
  type Check,
  DIFFERENCES_MAX,
  type FoundDifference,
  statementOf,
  type CheckParameters,
  type Slice,
} from "../check.ts";
import { checks } from "../checks.ts";
import type { CaseToOpen, ProposedEntry } from "../model.ts";
import { closeHealedCases, openCase } from "./cases.ts";
import {
  findUnfinishedPass,
  NO_PROGRESS,
  type PassProgress,
  type Progress,
  readPassProgress,
  readProgress,
  saveProgress,
  sliceEnd,
} from "../store/progress.ts";
import { beginRun, finishRun } from "./runs.ts";
import { firstSliceRows, nextSliceRows } from "./slice-rows.ts";

/** The database role's own limit is for requests; a full scan may take longer. */
const STATEMENT_LIMIT = "10min";

export const checkParametersOf = ({ clock, settings }: Context): CheckParameters => ({
  now: clock.sql(),
  graceMs: settings.booksGraceMs,
  holdOverdueMs: settings.booksHoldOverdueMs,
  queueSlaMs: settings.booksQueueSlaMs,
});

/** Runs one check, or one slice of it, in one snapshot. */
const runCheckQuery = (
  db: Db,
  check: Check,
  view: CheckParameters,
  slice?: Slice,
): Promise<FoundDifference[]> =>
  inSnapshot(db, async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = ${sql.raw(`'${STATEMENT_LIMIT}'`)}`);
    if (check.comparesRows) {
      await tx.execute(sql`SET LOCAL enable_nestloop = off`);
      await tx.execute(sql`SET LOCAL enable_mergejoin = off`);
    }
    return (await tx.execute<FoundDifference>(statementOf(check, view, slice))).rows;
  });

const openingOf = (check: Check, found: FoundDifference): CaseToOpen => ({
  class: found.class,
  subject: found.subject,
  expected: found.expected,
  actual: found.actual,
  memberId: found.memberId ?? undefined,
  asset: found.asset ?? undefined,
  // The statement of a check builds an object with the shape of an entry.
  proposal: (found.proposal as ProposedEntry | null) ?? undefined,
  isFreezing: ownValue(check.classes, found.class)?.freezes ?? false,
});

export type CheckReport = {
  readonly name: string;
  readonly found: number;
  readonly opened: number;
  readonly ms: number;
  /** How many statements compared it; 1 for a check that is not divided. */
  readonly slices: number;
  readonly error?: string;
};

/** At most so many members or postings are compared in one slice. */
const SLICE_ROWS = 20_000;

type Pass = {
  readonly runId: string;
  /** At most about how many members, postings or codes one slice compares. */
  readonly sliceRows: number;
};

/** Opens the cases of the differences; returns how many are new. */
async function openAll(
  context: Context,
  db: Db,
  { runId, check }: { runId: string; check: Check },
  found: readonly FoundDifference[],
): Promise<number> {
  let opened = 0;
  for (const one of found) {
    const opening = openingOf(check, one);
    const { outcome } = await transaction(db, (tx) => openCase(context, tx, runId, opening));
    if (outcome === "opened") opened++;
  }
  return opened;
}

/** Compares one slice of about `sliceRows` after the position, and returns the progress after it. */
async function runSlice(
  context: Context,
  db: Db,
  { runId, sliceRows, check, at }: Pass & { check: Check; at: Progress },
): Promise<Progress & { readonly sliceMs: number }> {
  const began = performance.now();
  const by = check.sliced?.by;
  const from = { after: at.position, rows: sliceRows, countsPostings: !check.isQuick };
  const until = by === undefined ? null : await sliceEnd(db, by, from);
  const slice = by === undefined ? undefined : { after: at.position, until };
  const found = await runCheckQuery(db, check, checkParametersOf(context), slice);
  const opened = await openAll(context, db, { runId, check }, found);
  const ms = Math.round(performance.now() - began);
  return {
    position: until ?? at.position,
    slices: at.slices + 1,
    found: at.found + found.length,
    opened: at.opened + opened,
    ms: at.ms + ms,
    longestMs: Math.max(at.longestMs, ms),
    isCapped: at.isCapped || found.length >= DIFFERENCES_MAX,
    error: null,
    hasEnded: until === null,
    sliceMs: ms,
  };
}

const reportOf = (name: string, { found, opened, ms, slices, error }: Progress): CheckReport => ({
  name,
  found,
  opened,
  ms,
  slices,
  ...(error === null ? {} : { error }),
});

/**
 * Compares a check to its end, from where the run has stopped, and closes the cases of its classes
 * that healed. A slice whose progress was not stored is compared once more, which changes nothing.
 */
async function runCheck(context: Context, db: Db, pass: Pass, check: Check): Promise<CheckReport> {
  const key = { runId: pass.runId, check: check.name };
  let at = await readProgress(db, key);
  let sliceRows = firstSliceRows(pass.sliceRows);
  while (!at.hasEnded) {
    const { sliceMs, ...next } = await runSlice(context, db, { ...pass, sliceRows, check, at });
    sliceRows = nextSliceRows(sliceRows, { ms: sliceMs, max: pass.sliceRows });
    if (next.hasEnded && !next.isCapped) {
      await closeHealedCases(context, db, pass.runId, Object.keys(check.classes));
    }
    await saveProgress(db, { ...key, ...next, now: context.clock.sql() });
    at = next;
  }
  return reportOf(check.name, at);
}

export type RunReport = {
  readonly runId: string;
  readonly found: number;
  readonly checks: readonly CheckReport[];
};

/** A pass that began longer ago than this is given up: the next one begins from the start. */
const RESUMED_MS = 20 * 60 * 60_000;

export type ReconcileOptions = {
  /** Goes on with a pass that a killed process left, where there is one. */
  readonly resumes?: boolean;
  readonly sliceRows?: number;
};

async function runToUse(
  context: Context,
  db: Db,
  { kind, resumes }: { readonly kind: "watch" | "full"; readonly resumes: boolean },
): Promise<string> {
  const now = context.clock.sql();
  const unfinished = resumes
    ? await findUnfinishedPass(db, { youngerThanMs: RESUMED_MS, now })
    : undefined;
  return unfinished ?? beginRun(context, db, kind);
}

/**
 * Runs reconciliation once, in slices: `watch` runs the quick checks, `full` all of them. A failed check
 * does not stop the others; the run is then `failed`, and the failures are thrown at its end.
 */
export async function reconcile(
  context: Context,
  db: Db,
  kind: "watch" | "full",
  { resumes = false, sliceRows = SLICE_ROWS }: ReconcileOptions = {},
): Promise<RunReport> {
  const runId = await runToUse(context, db, { kind, resumes });
  const pass: Pass = { runId, sliceRows };
  const reports: CheckReport[] = [];
  const failures: unknown[] = [];
  for (const check of checks.filter(({ isQuick }) => isQuick || kind === "full")) {
    const [result] = await Promise.allSettled([runCheck(context, db, pass, check)]);
    if (result?.status === "fulfilled") reports.push(result.value);
    else {
      failures.push(result?.reason);
      reports.push(reportOf(check.name, { ...NO_PROGRESS, error: String(result?.reason) }));
    }
  }
  const found = reports.reduce((sum, report) => sum + report.found, 0);
  const state = failures.length > 0 ? "failed" : "done";
  await finishRun(context, db, { id: runId, state, checks: reports, found });
  if (failures.length > 0) throw new AggregateError(failures, "some reconciliation checks failed");
  return { runId, found, checks: reports };
}

/** What the jobs list shows of a pass that is not finished. */
export type PassStatus = PassProgress & { readonly checks: number };

/** Returns the progress of the full pass that is running or was interrupted; else undefined. */
export async function passStatus(context: Context, db: Db): Promise<PassStatus | undefined> {
  const now = context.clock.sql();
  const runId = await findUnfinishedPass(db, { youngerThanMs: RESUMED_MS, now });
  if (runId === undefined) return undefined;
  return { ...(await readPassProgress(db, runId)), checks: checks.length };
}
