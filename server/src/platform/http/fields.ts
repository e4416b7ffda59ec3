/** Converts row fields for API responses. */
import { Refusal } from "../refusal.ts";

type Present<T> = { [K in keyof T]?: Exclude<T[K], null> };

/** Returns the fields that are present: responses contain no nulls. */
export const withoutNulls = <T extends object>(row: T): Present<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Present<T>;

/**
 * Returns a calendar day, YYYY-MM-DD; refuses BAD_REQUEST, because a schema accepts the thirtieth
 * of February.
 */
export function parseCalendarDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new Refusal("BAD_REQUEST");
  return day;
}
