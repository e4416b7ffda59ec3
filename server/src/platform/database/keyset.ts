/** Keyset pages: the cursor of a list's last row, and the SQL condition for the rows after it. */
import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "../refusal.ts";

/** A row's place in a list: microseconds since 1970, and an id that decides between equal times. */
export type Position = { readonly micros: number; readonly id: string };

export const cursorOf = ({ micros, id }: Position): string => `${micros}.${id}`;

const CURSOR = /^(\d{1,16})\.([\w.-]{1,120})$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Refuses BAD_REQUEST for a text that is no cursor. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, micros, id] = CURSOR.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) throw new Refusal("BAD_REQUEST");
  return { micros: Number(micros), id };
}

/** The same for a list whose ids are UUIDs. */
export function readUuidCursor(cursor: string | undefined): Position | undefined {
  const position = readCursor(cursor);
  if (position && !UUID.test(position.id)) throw new Refusal("BAD_REQUEST");
  return position;
}

const PAGE_SIZE = 20;
export type PageInput = {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};
export type KeysetPage = { readonly after: Position | undefined; readonly limit: number };

/** Returns the position and the number of rows of a page by UUIDs. Refuses BAD_REQUEST. */
export const keysetPageOf = ({ cursor, pageSize = PAGE_SIZE }: PageInput): KeysetPage => ({
  after: readUuidCursor(cursor),
  limit: pageSize,
});

/**
 * Cuts what was read, one row more than the page, to the page; `nextCursor` is absent on the last.
 */
export function keysetResult<Row extends Position, Shown>(
  rows: readonly Row[],
  { limit }: Pick<KeysetPage, "limit">,
  show: (row: Row) => Shown,
): { list: Shown[]; nextCursor?: string } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { list: shown.map(show), ...(last ? { nextCursor: cursorOf(last) } : {}) };
}

/** SQL for the microseconds of a time column. */
export const microsSql = (time: string): SQL =>
  sql.raw(`(extract(epoch FROM ${time}) * 1000000)::bigint`);

/** The columns of a position, from a time and an id. */
export const positionColumns = (time: string, id: string): SQL =>
  sql`${microsSql(time)} AS micros, ${sql.raw(id)} AS id`;

/** What a list is ordered by: a time, and an id as text unless its column is a UUID. */
export type RowOrder = { readonly time: SQL; readonly id: SQL; readonly idType?: "uuid" };

/** The order of a list by two columns, of which the second is a UUID. */
export const byUuid = (time: string, id: string): RowOrder => ({
  time: sql.raw(time),
  id: sql.raw(id),
  idType: "uuid",
});

/** The id as it is compared: texts by their bytes, so that no locale decides. */
const comparedId = ({ id, idType }: RowOrder): SQL =>
  idType === "uuid" ? id : sql`(${id}) COLLATE "C"`;

/** SQL condition: the row with this time and id comes after `position`. True without a position. */
export function afterPosition(
  row: RowOrder,
  position: Position | undefined,
  order: "ascending" | "descending",
): SQL {
  if (!position) return sql`true`;
  const { micros, id } = position;
  const compare = order === "ascending" ? sql`>` : sql`<`;
  return sql`(${row.time}, ${comparedId(row)}) ${compare}
    ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${id}::${sql.raw(row.idType ?? "text")})`;
}

/** SQL that orders by time and id as `afterPosition` compares them. */
export const byPosition = (row: RowOrder, order: "ascending" | "descending"): SQL =>
  order === "ascending"
    ? sql`${row.time}, ${comparedId(row)}`
    : sql`${row.time} DESC, ${comparedId(row)} DESC`;
