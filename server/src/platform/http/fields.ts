/** What the wire asks of a row's fields. */
import { Refusal } from "../refusal.ts";

type Present<T> = { [K in keyof T]?: Exclude<T[K], null> };

/** The fields that are there: the wire has no nulls. */
export const withoutNulls = <T extends object>(row: T): Present<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<T>;

/** A day of the calendar, YYYY-MM-DD; refuses BAD_REQUEST, since a schema lets the thirtieth of February pass. */
export function parseCalendarDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new Refusal("BAD_REQUEST");
  return day;
}
