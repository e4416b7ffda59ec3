/** Texts of amounts, points, times and numbers, as every page of the console writes them. */

export const EMPTY = "—";
const SHANGHAI = "Asia/Shanghai";

/** Returns `1,284.50` for 128450 fen, without the sign and the ¥. */
export function yuanOf(fen: number): string {
  const amount = Math.abs(fen);
  const yuan = Math.floor(amount / 100).toLocaleString("en-US");
  return `${yuan}.${String(amount % 100).padStart(2, "0")}`;
}

/** Returns `¥1,284.50` or `−¥3.00`; the minus sign stands before the ¥. */
export const moneyText = (fen: number): string => `${fen < 0 ? "−" : ""}¥${yuanOf(fen)}`;

/** Returns `1,200 分`. */
export const pointsText = (points: number): string =>
  `${points < 0 ? "−" : ""}${Math.abs(points).toLocaleString("en-US")} 分`;

/** Returns `1,284`. */
export const countText = (count: number): string => count.toLocaleString("en-US");

const partsFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: SHANGHAI,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function partsOf(at: number): Record<string, string> {
  return Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** Returns `2026-11-22 17:38:12` in Shanghai. */
export function fullTime(at: number): string {
  const { year, month, day, hour, minute, second } = partsOf(at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Returns `11-22 17:38:12` for an instant of this year, else with the year. */
export function timeText(at: number, now = Date.now()): string {
  const text = fullTime(at);
  return text.slice(0, 4) === fullTime(now).slice(0, 4) ? text.slice(5) : text;
}

/** Returns `2026-11-22` in Shanghai. */
export const dayText = (at: number): string => fullTime(at).slice(0, 10);

const longDayFormat = new Intl.DateTimeFormat("zh-CN", {
  timeZone: SHANGHAI,
  month: "long",
  day: "numeric",
  weekday: "long",
});

/** Returns `11月22日星期日 17:38` in Shanghai. */
export const longDayText = (at: number): string =>
  `${longDayFormat.format(at)} ${fullTime(at).slice(11, 16)}`;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Returns how long something took or waits: `3 时 12 分`, `48 分`, `2 天 4 时`. */
export function durationText(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1_000)} 秒`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} 分`;
  const [large, small, names] =
    ms < DAY_MS ? [HOUR_MS, MINUTE_MS, ["时", "分"]] : [DAY_MS, HOUR_MS, ["天", "时"]];
  const rest = Math.floor((ms % large) / small);
  const first = `${Math.floor(ms / large)} ${names[0]}`;
  return rest === 0 ? first : `${first} ${String(rest).padStart(2, "0")} ${names[1]}`;
}

/** Returns an order number in groups of 8, 5, 5 and 1 digits; other numbers stay as they are. */
export function groupedNumber(number: string): string {
  const groups = /^(\d{8})(\d{5})(\d{5})(\d+)$/.exec(number);
  return groups ? groups.slice(1).join(" ") : number;
}
