/** Formats the log as lines that may be shown and copied, with secrets masked. */
import { ApiFailure } from "./failure.ts";
import { type LogEntry, logEntries } from "./log.ts";
import { BUILD_ID, platform, VERSION, VERSION_CODE } from "./platform.ts";
import { formatTime } from "./time.ts";

const LINE_MAX = 300;

/**
 * Masks secrets: phone numbers keep their first three and last four digits, long random codes keep
 * four characters, other numbers of six or more digits keep two, and tokens keep nothing.
 */
export function maskSecrets(text: string): string {
  return text
    .replace(/[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]+/g, "[token]")
    .replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, "$1****$2")
    .replace(/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{16,}/g, (long) => `${long.slice(0, 4)}…`)
    .replace(/\d{6,}/g, (figures) => `${figures.slice(0, 2)}…`);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof ApiFailure) return `${value.code} ${value.message}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return JSON.stringify(value) ?? String(value);
}

/** Returns one entry without its time, masked, on one line of at most 300 characters. */
export const entryText = (entry: LogEntry): string =>
  maskSecrets(entry.values.map(valueText).join(" ").replace(/\s+/g, " ")).slice(0, LINE_MAX);

const lineOf = (entry: LogEntry): string =>
  [formatTime(entry.at), entry.kind, entryText(entry), entry.requestId].filter(Boolean).join(" ");

/** Returns the request id of the last failed call, to give to customer service. */
export const lastRequestId = (): string | undefined =>
  logEntries().findLast((entry) => entry.requestId !== undefined)?.requestId;

/** Returns the version, platform and build of the app, for a report. */
export const appInfoText = (): string =>
  `云鲸权益 ${VERSION}（${VERSION_CODE}）${platform()}\n构建 ${BUILD_ID}`;

/** Returns what customer service needs to find a failure; contains nothing about the member. */
export const reportText = (): string =>
  [
    appInfoText(),
    `时间 ${formatTime(Date.now())}`,
    `编号 ${lastRequestId() ?? "没有失败的请求"}`,
  ].join("\n");

/** Returns the whole log as text, newest last, after the data of the app. */
export const logText = (): string =>
  [appInfoText(), navigator.userAgent, ...logEntries().map(lineOf)].join("\n");
