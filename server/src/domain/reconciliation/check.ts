/** What a check is: one statement over the whole database that answers every row that does not agree. */
import { type SQL, sql } from "drizzle-orm";
import { sqlNow, type Now } from "../../platform/database/sql.ts";

export type DifferenceClass = {
  /** What an operator reads. */
  readonly title: string;
  /** Whether the member's asset stays frozen while it is looked into. */
  readonly freezes: boolean;
};

/** As of when a check looks, and how long something may take. All in ms. */
export type CheckParameters = {
  readonly now: Now;
  /** What began so lately may still be under way where books lie on several machines (growth.md, rule 10). */
  readonly graceMs: number;
  readonly holdOverdueMs: number;
  readonly queueSlaMs: number;
};

export type Check = {
  readonly name: string;
  /** Part of the cheap look every few minutes; all are part of the full one. */
  readonly isQuick: boolean;
  readonly classes: Readonly<Record<string, DifferenceClass>>;
  /** Answers rows of `Found`. */
  readonly find: (view: CheckParameters) => SQL;
};

/** A row as a check's statement answers it. `asset` null means both. */
export type FoundDifference = {
  readonly class: string;
  readonly subject: string;
  readonly memberId: string | null;
  readonly asset: "CNY" | "PTS" | null;
  readonly expected: Record<string, unknown>;
  readonly actual: Record<string, unknown>;
  readonly proposal: unknown;
};

/** The first so many are named: one is reason enough to look, and a check that finds more heals nothing. */
export const DIFFERENCES_MAX = 200;

/** The whole statement of a check. */
export const statementOf = (check: Check, view: CheckParameters): SQL => sql`
  SELECT * FROM (${check.find(view)}) found ORDER BY class, subject LIMIT ${DIFFERENCES_MAX}`;

/** The instant so many ms before the view's. */
export const before = ({ now }: CheckParameters, ms: number): SQL =>
  sql`${sqlNow(now)} - ${ms} * interval '1 ms'`;

const uuid = sql.raw("NULL::uuid");
const none = sql.raw("NULL::text");
/** Columns of `Found` that a check leaves empty. */
export const noMemberColumns = sql`${uuid} AS "memberId", ${none} AS asset`;
export const noProposal = sql.raw("NULL::jsonb AS proposal");
