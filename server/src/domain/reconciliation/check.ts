/**
 * A reconciliation check: one statement over the whole database that returns every mismatching row.
 */
import { type SQL, sql } from "drizzle-orm";
import { sqlNow, type Now } from "../../platform/database/sql.ts";

export type DifferenceClass = {
  /** The title shown to operators. */
  readonly title: string;
  /** Whether the member's asset stays frozen during the investigation. */
  readonly freezes: boolean;
};

/** The instant a check applies to, and the time limits. All in ms. */
export type CheckParameters = {
  readonly now: Now;
  /**
   * What began this recently may still be in progress where data is on several machines (growth.md,
   * rule 10).
   */
  readonly graceMs: number;
  readonly holdOverdueMs: number;
  readonly queueSlaMs: number;
};

export type Check = {
  readonly name: string;
  /** Part of the quick run every few minutes; the full run contains all checks. */
  readonly isQuick: boolean;
  readonly classes: Readonly<Record<string, DifferenceClass>>;
  /** Returns rows of `FoundDifference`. */
  readonly find: (view: CheckParameters) => SQL;
};

/** A row returned by a check's statement. `asset` null means both. */
export type FoundDifference = {
  readonly class: string;
  readonly subject: string;
  readonly memberId: string | null;
  readonly asset: "CNY" | "PTS" | null;
  readonly expected: Record<string, unknown>;
  readonly actual: Record<string, unknown>;
  readonly proposal: unknown;
};

/**
 * Limit of rows per check: one is reason enough to investigate. A check that reaches the limit
 * heals no cases.
 */
export const DIFFERENCES_MAX = 200;

/** Returns the complete statement of a check. */
export const statementOf = (check: Check, view: CheckParameters): SQL => sql`
  SELECT * FROM (${check.find(view)}) found ORDER BY class, subject LIMIT ${DIFFERENCES_MAX}`;

/** Returns the instant this many ms before the view's. */
export const before = ({ now }: CheckParameters, ms: number): SQL =>
  sql`${sqlNow(now)} - ${ms} * interval '1 ms'`;

const uuid = sql.raw("NULL::uuid");
const none = sql.raw("NULL::text");
/** Columns of `FoundDifference` that a check leaves empty. */
export const noMemberColumns = sql`${uuid} AS "memberId", ${none} AS asset`;
export const noProposal = sql.raw("NULL::jsonb AS proposal");
