/** Checks what was typed against the contract's limits, and says the fault in one sentence. */
import type { FieldLimits } from "@yunjing/contract/limits-of";
import { dateExamples, plainDate } from "../plain-date.ts";

/** A value as the operation takes it: amounts in fen, instants in ms. */
export type FieldValue = string | number | boolean | readonly string[] | undefined;

/**
 * How a value is typed: in yuan for fen, in percent for basis points, as a day, as a time for an
 * instant, or as it is.
 */
export type FieldUnit = "fen" | "basisPoints" | "instant" | "day" | "plain";

const hundredth = (value: number): string => (value / 100).toLocaleString("en-US");

const units = {
  fen: { unread: "请填写金额，最多两位小数，例如 12.34", shown: (fen) => `¥${hundredth(fen)}` },
  basisPoints: {
    unread: "请填写百分比，最多两位小数，例如 85.5",
    shown: (points) => `${hundredth(points)}%`,
  },
  instant: {
    unread: `请填写日期和时间，例如 ${dateExamples.instant}`,
    shown: (at) => typedInstant(at),
  },
  day: { unread: `请填写日期，例如 ${dateExamples.day}`, shown: String },
  plain: { unread: "请填写整数", shown: (value) => value.toLocaleString("en") },
} satisfies Record<FieldUnit, { unread: string; shown: (limit: number) => string }>;

/** Returns the unit of the numbers of a kind of field. */
export function unitOf(kind: string): FieldUnit {
  if (kind === "money") return "fen";
  if (kind === "instant" || kind === "day") return kind;
  return kind === "percent" ? "basisPoints" : "plain";
}

function numberFault(value: number, limits: FieldLimits, unit: FieldUnit): string | undefined {
  const { unread, shown } = units[unit];
  if (!Number.isSafeInteger(value)) return unread;
  if (limits.minimum !== undefined && value < limits.minimum)
    return `不能小于 ${shown(limits.minimum)}`;
  if (limits.maximum !== undefined && value > limits.maximum)
    return `不能大于 ${shown(limits.maximum)}`;
  return undefined;
}

function textFault(value: string, limits: FieldLimits): string | undefined {
  // The contract counts UTF-16 units, as JSON Schema implementations in JavaScript do.
  const { minLength = 0, maxLength = Infinity, pattern } = limits;
  if (value.length < minLength) return `至少 ${minLength} 个字`;
  if (value.length > maxLength) return `最多 ${maxLength} 个字，现在 ${value.length} 个`;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return "格式不对";
  return undefined;
}

/** Returns the fault of a value, or undefined. */
export function faultOf(
  value: FieldValue,
  limits: FieldLimits = {},
  unit: FieldUnit = "plain",
): string | undefined {
  if (value === undefined || value === "") return limits.isRequired ? "请填写" : undefined;
  if (typeof value === "number") return numberFault(value, limits, unit);
  if (typeof value === "string") {
    const isUnread = unit === "day" && plainDate(value, unit) === undefined;
    return isUnread ? units.day.unread : textFault(value, limits);
  }
  if (typeof value === "boolean") return undefined;
  if (value.length < (limits.minItems ?? 0)) return `至少 ${limits.minItems} 项`;
  if (value.length > (limits.maxItems ?? Infinity)) return `最多 ${limits.maxItems} 项`;
  return undefined;
}

/** Returns what was typed without blanks at its ends, and its full-width digits as usual ones. */
const plainText = (typed: string): string => typed.normalize("NFKC").trim();

/**
 * Returns the fen of `12.34` or `12,345.67`; undefined for a text that is no amount with two
 * decimals. A comma stands for thousands only: `1,5` is no amount. A percentage is read the same
 * way, into its basis points.
 */
export function fenOf(typed: string): number | undefined {
  const form = /^(-?)(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/;
  const parts = form.exec(plainText(typed));
  if (!parts) return undefined;
  const [, sign = "", whole = "", decimals = ""] = parts;
  const fen = Number(whole.replaceAll(",", "")) * 100 + Number(decimals.padEnd(2, "0"));
  return sign === "-" ? -fen : fen;
}

/** Returns the number of a typed whole number; NaN for another text, undefined for none. */
export function wholeOf(typed: string): number | undefined {
  const text = plainText(typed);
  if (text === "") return undefined;
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

const SHANGHAI_HOURS = 8;

/** Returns the instant of `2026-11-22 17:38` in Shanghai, in ms. */
export function instantOf(typed: string): number | undefined {
  const text = plainDate(typed, "instant");
  if (text === undefined) return undefined;
  return Date.parse(`${text.replace(" ", "T")}Z`) - SHANGHAI_HOURS * 3_600_000;
}

/** Returns `2026-11-22 17:38`, as a field for date and time takes it, in Shanghai. */
export const typedInstant = (at: number): string =>
  new Date(at + SHANGHAI_HOURS * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
