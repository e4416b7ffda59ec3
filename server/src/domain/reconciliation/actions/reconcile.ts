/**
 * Runs the reconciliation checks, opens a case for each difference, and closes healed cases. It
 * repairs nothing.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import {
  type Check,
  DIFFERENCES_MAX,
  type FoundDifference,
  statementOf,
  type CheckParameters,
} from "../check.ts";
import { checks } from "../checks.ts";
import type { CaseToOpen, ProposedEntry } from "../model.ts";
import { closeHealedCases, openCase } from "./cases.ts";
import { beginRun, finishRun } from "./runs.ts";

/** The database role's own limit is for requests; a full scan may take longer. */
const STATEMENT_LIMIT = "10min";

export const checkParametersOf = ({ clock, settings }: Context): CheckParameters => ({
  now: clock.sql(),
  graceMs: settings.booksGraceMs,
  holdOverdueMs: settings.booksHoldOverdueMs,
  queueSlaMs: settings.booksQueueSlaMs,
});

/** Runs one check in one snapshot. */
const runCheckQuery = (db: Db, check: Check, view: CheckParameters): Promise<FoundDifference[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = ${sql.raw(`'${STATEMENT_LIMIT}'`)}`);
      return (await tx.execute<FoundDifference>(statementOf(check, view))).rows;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

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
  readonly error?: string;
};

async function runCheck(
  context: Context,
  db: Db,
  runId: string,
  check: Check,
): Promise<CheckReport> {
  const began = performance.now();
  const found = await runCheckQuery(db, check, checkParametersOf(context));
  const ms = Math.round(performance.now() - began);
  let opened = 0;
  for (const one of found) {
    const opening = openingOf(check, one);
    const { outcome } = await transaction(db, (tx) => openCase(context, tx, runId, opening));
    if (outcome === "opened") opened++;
  }
  if (found.length < DIFFERENCES_MAX) {
    await closeHealedCases(context, db, runId, Object.keys(check.classes));
  }
  return { name: check.name, found: found.length, opened, ms };
}

export type RunReport = {
  readonly runId: string;
  readonly found: number;
  readonly checks: readonly CheckReport[];
};

/**
 * Runs reconciliation once: `watch` runs the quick checks, `full` all of them. A failed check does
 * not stop the others; the run is then `failed`, and the failures are thrown at its end.
 */
export async function reconcile(
  context: Context,
  db: Db,
  kind: "watch" | "full",
): Promise<RunReport> {
  const runId = await beginRun(context, db, kind);
  const reports: CheckReport[] = [];
  const failures: unknown[] = [];
  for (const check of checks.filter(({ isQuick }) => isQuick || kind === "full")) {
    const [result] = await Promise.allSettled([runCheck(context, db, runId, check)]);
    if (result?.status === "fulfilled") reports.push(result.value);
    else {
      failures.push(result?.reason);
      reports.push({ name: check.name, found: 0, opened: 0, ms: 0, error: String(result?.reason) });
    }
  }
  const found = reports.reduce((sum, report) => sum + report.found, 0);
  const state = failures.length > 0 ? "failed" : "done";
  await finishRun(context, db, { id: runId, state, checks: reports, found });
  if (failures.length > 0) throw new AggregateError(failures, "some reconciliation checks failed");
  return { runId, found, checks: reports };
}
