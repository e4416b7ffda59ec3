/**
 * Formats the time of a message for the inbox, in Shanghai: 刚刚, 12 分钟前, 今天 09:30, 昨天 21:05, 11-03,
 * 2025-11-03.
 */
import { formatClock, formatDate } from "../../../device/time.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function formatListTime(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE_MS) return "刚刚";
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} 分钟前`;
  const clock = formatClock(at);
  const day = formatDate(at);
  if (day === formatDate(now)) return `今天 ${clock}`;
  if (day === formatDate(now - DAY_MS)) return `昨天 ${clock}`;
  return day.slice(0, 4) === formatDate(now).slice(0, 4) ? day.slice(5) : day;
}
