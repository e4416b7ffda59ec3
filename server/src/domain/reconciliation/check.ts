/**
 * A reconciliation check: one statement over the whole database that returns every mismatching row.
 * A check whose rows belong to one member, code or day each also runs in slices of them: the
 * statement stays the same, and reads only the slice of the tables that it names.
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

/** How a check is divided: members by id, codes by their hash, days in Shanghai. */
export type SliceKind = "member" | "code" | "day";

export type Slicing = {
  readonly by: SliceKind;
  /**
   * The column of each table and view of the statement that places a row in a slice. A table that
   * is not named is read whole, or by an index from a row of the slice.
   */
  readonly tables: Readonly<Record<string, string>>;
};

/** A table without a column named here is divided by its `member_id`. */
export const slicedByMember = (...tables: readonly string[]): Slicing => ({
  by: "member",
  tables: Object.fromEntries(tables.map((table) => [table, "member_id"])),
});

/**
 * Values greater than `after` up to `until`, in the text form of the key; null: without a limit.
 * Days are from `after` until before `until`.
 */
export type Slice = { readonly after: string | null; readonly until: string | null };

export type Check = {
  readonly name: string;
  /**
   * Part of the quick run every few minutes, so it reads a few rows of each member and no postings; the
   * full run contains all checks.
   */
  readonly isQuick: boolean;
  readonly classes: Readonly<Record<string, DifferenceClass>>;
  /** Absent for a check of shared rows, which are few or are summed whole. */
  readonly sliced?: Slicing;
  /**
   * It compares two sliced tables row by row. PostgreSQL expects one row of a range of ids that is narrower than its
   * statistics, and would compare each row of the one with all of the other, or with all of its member: only hashes
   * of the whole keys are allowed.
   */
  readonly comparesRows?: true;
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

const keyTypes = { member: "uuid", code: "bytea", day: "date" } as const;

/** Returns the condition that a column's value is in the slice. */
function isWithin(by: SliceKind, column: string, { after, until }: Slice): SQL {
  const type = sql.raw(keyTypes[by]);
  const name = sql.raw(column);
  // An instant is compared with the beginning of the day, so that its index is used.
  const limit = (key: string) =>
    by === "day" && column !== "day"
      ? sql`(${key}::date::timestamp AT TIME ZONE 'Asia/Shanghai')`
      : sql`${key}::${type}`;
  const [above, below] = by === "day" ? [sql`>=`, sql`<`] : [sql`>`, sql`<=`];
  const from = after === null ? sql`true` : sql`${name} ${above} ${limit(after)}`;
  const to = until === null ? sql`true` : sql`${name} ${below} ${limit(until)}`;
  return sql`${from} AND ${to}`;
}

/** Hides each table of the slicing behind a query of the same name that reads only the slice. */
function slicedTables({ by, tables }: Slicing, slice: Slice): SQL {
  const parts = Object.entries(tables).map(([table, column]) => {
    const name = sql.raw(table);
    return sql`${name} AS NOT MATERIALIZED (
      SELECT * FROM public.${name} WHERE ${isWithin(by, column, slice)})`;
  });
  return sql`WITH ${sql.join(parts, sql`, `)}`;
}

/** Returns the complete statement of a check, over the whole database or over one slice. */
export const statementOf = (check: Check, view: CheckParameters, slice?: Slice): SQL => sql`
  ${check.sliced && slice ? slicedTables(check.sliced, slice) : sql``}
  SELECT * FROM (${check.find(view)}) found ORDER BY class, subject LIMIT ${DIFFERENCES_MAX}`;

/** Returns the instant this many ms before the view's. */
export const before = ({ now }: CheckParameters, ms: number): SQL =>
  sql`${sqlNow(now)} - ${ms} * interval '1 ms'`;

const uuid = sql.raw("NULL::uuid");
const none = sql.raw("NULL::text");
/** Columns of `FoundDifference` that a check leaves empty. */
export const noMemberColumns = sql`${uuid} AS "memberId", ${none} AS asset`;
export const noProposal = sql.raw("NULL::jsonb AS proposal");
