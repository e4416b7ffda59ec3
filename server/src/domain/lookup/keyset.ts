/** Cursors of the operators' lists: the instant in microseconds and the id of a page's last row. */
import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "../../platform/refusal.ts";

/** The last row of a page: microseconds since 1970 and the row's id. */
export type KeysetPosition = { readonly micros: string; readonly id: string };

const CURSOR = /^(\d{1,17})\.([0-9a-f-]{36})$/;
const PAGE_SIZE = 20;

export type PageInput = {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};
export type KeysetPage = { readonly after: KeysetPosition | undefined; readonly limit: number };

/** Returns the position and the number of rows to read. Refuses INPUT_INVALID for another cursor. */
export function keysetPageOf({ cursor, pageSize = PAGE_SIZE }: PageInput): KeysetPage {
  if (cursor === undefined) return { after: undefined, limit: pageSize };
  const [, micros, id] = CURSOR.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) {
    throw new Refusal("INPUT_INVALID", { field: "cursor" });
  }
  return { after: { micros, id }, limit: pageSize };
}

/** The columns that make a cursor, from an instant and an id. */
export const positionColumns = (at: string, id: string): SQL =>
  sql.raw(`(extract(epoch FROM ${at}) * 1000000)::bigint::text AS micros, ${id} AS id`);

/** The condition of the rows after a position, in the order of an instant and an id, newest first. */
export const afterSql = (
  columns: { readonly at: string; readonly id: string },
  after: KeysetPosition | undefined,
): SQL =>
  after === undefined
    ? sql`true`
    : sql`(${sql.raw(columns.at)}, ${sql.raw(columns.id)}) <
        ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`;

/**
 * Cuts what was read, one row more than the page, to the page; `nextCursor` is absent on the last.
 */
export function keysetResult<Row extends KeysetPosition, Shown>(
  rows: readonly Row[],
  { limit }: KeysetPage,
  show: (row: Row) => Shown,
): { list: Shown[]; nextCursor?: string } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    list: shown.map(show),
    ...(last ? { nextCursor: `${last.micros}.${last.id}` } : {}),
  };
}
