/** Reads a day or a time that was typed: `2026-11-24`, `2026/11/24 8:30`, `20261124`, 2026年11月24日. */

/** A day, or a day with its hour and minute. */
export type DateKind = "day" | "instant";

export const dateExamples = {
  day: "2026-11-24",
  instant: "2026-11-24 08:30",
} satisfies Record<DateKind, string>;

const DAY = /^(\d{4})(?:(\d{2})(\d{2})|\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?)/;
/** Seconds may follow; a form asks for minutes. */
const TIME = /^(?:T|\s*)(\d{1,2}):(\d{2})(?::\d{2})?$/;

const two = (digits: string | undefined): string => (digits ?? "").padStart(2, "0");

/** Returns whether the day is in the calendar: there is no 2026-02-30. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/**
 * Returns `2026-11-24`, or `2026-11-24 08:30` of a time; undefined for a text that is none. Full-width
 * digits are read too.
 */
export function plainDate(typed: string, kind: DateKind): string | undefined {
  const text = typed.normalize("NFKC").trim();
  const found = DAY.exec(text);
  if (!found) return undefined;
  const [whole, year = "", month, date, looseMonth, looseDate] = found;
  const day = `${year}-${two(month ?? looseMonth)}-${two(date ?? looseDate)}`;
  const rest = text.slice(whole.length);
  if (!isDay(day)) return undefined;
  if (kind === "day") return rest === "" ? day : undefined;
  const time = TIME.exec(rest);
  if (!time || Number(time[1]) > 23 || Number(time[2]) > 59) return undefined;
  return `${day} ${two(time[1])}:${two(time[2])}`;
}
