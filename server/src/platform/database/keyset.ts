/** Keyset pages: the cursor of a list's last row, and the SQL condition for the rows after it. */
import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "../refusal.ts";

/** A row's place in a list: microseconds since 1970, and an id that decides between equal times. */
export type Position = { readonly micros: number; readonly id: string };

export const cursorOf = ({ micros, id }: Position): string => `${micros}.${id}`;

/** Refuses BAD_REQUEST for a text that is no cursor. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})\.([\w.-]{1,120})$/.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) throw new Refusal("BAD_REQUEST");
  return { micros: Number(micros), id };
}

/** SQL for the microseconds of a time column. */
export const microsSql = (time: string): SQL =>
  sql.raw(`(extract(epoch FROM ${time}) * 1000000)::bigint`);

/** SQL condition: the row with this time and id comes after `position`. True without a position. */
export function afterPosition(
  row: { readonly time: SQL; readonly id: SQL },
  position: Position | undefined,
  order: "ascending" | "descending",
): SQL {
  if (!position) return sql`true`;
  const { micros, id } = position;
  const compare = order === "ascending" ? sql`>` : sql`<`;
  return sql`(${row.time}, (${row.id}) COLLATE "C") ${compare}
    ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${id}::text)`;
}

/** SQL that orders by time and id as `afterPosition` compares them. */
export const byPosition = (
  { time, id }: { readonly time: SQL; readonly id: SQL },
  order: "ascending" | "descending",
): SQL =>
  order === "ascending"
    ? sql`${time}, (${id}) COLLATE "C"`
    : sql`${time} DESC, (${id}) COLLATE "C" DESC`;
