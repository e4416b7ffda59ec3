/** A birthday without its year, `05-20`: reads what a member types. */

/** The pattern of the wire and the database. */
export const BIRTHDAY = "^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";

/** February has its leap day. */
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns `05-20` for `5-20`, `0520`, `5月20日`; undefined for what is no day of a year. */
export function birthdayOf(typed: string): string | undefined {
  const text = typed.normalize("NFKC").replaceAll(/\s/gu, "");
  const [, month = "", day = ""] =
    /^(\d{1,2})[-/.月](\d{1,2})[日号]?$/u.exec(text) ?? /^(\d\d)(\d\d)$/u.exec(text) ?? [];
  const days = DAYS_OF_MONTH[Number(month) - 1];
  if (days === undefined || Number(day) < 1 || Number(day) > days) return undefined;
  return `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
