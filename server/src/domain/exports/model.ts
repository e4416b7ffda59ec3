/**
 * Exports of operators' lists as files.
 *
 * - kind: what is exported; one entry of the registry (`kinds.ts`) with the list's own operation.
 * - page: rows that the list reads at once.
 * - part: 1,000 rows, fewer at the end, stored as one file and committed with the place after it.
 * - marks: the first line, the order of the rows and a row without an owner, which tell whose copy it is.
 * - clear: with whole phones, which another person agreed to.
 * - link: the right to one download within ten minutes, in the session that asked for it.
 */
import type { ExportKindName } from "@yunjing/contract/export-kinds";

/** The list's own input without its page. */
export type Filter = Readonly<Record<string, unknown>>;

/** Small, so that between two pages other requests get the process. */
export const PAGE_ROWS = 200;
export const PART_ROWS = 1_000;
export const ROWS_MAX = 200_000;
export const RUNNING_MAX = 3;
export const DAILY_MAX = 10;
export const FILE_MS = 24 * 3_600_000;
export const LINK_MS = 10 * 60_000;

export type Outcome = "done" | "failed" | "cancelled";

/** An export as stored; instants in ms. */
export type StoredExport = {
  readonly exportId: string;
  readonly operatorId: string;
  readonly kind: ExportKindName;
  readonly filter: Filter;
  readonly filterText: string;
  readonly reason: string;
  readonly isClear: boolean;
  readonly parts: number;
  readonly rows: number;
  readonly bytes: number;
  readonly cursor: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly outcome: Outcome | null;
  readonly fault: string | null;
  readonly filesUntil: number;
  readonly removedAt: number | null;
  readonly downloads: number;
  readonly downloadedAt: number | null;
};

export type ExportState = "queued" | "running" | "done" | "failed" | "cancelled" | "gone";

/** Returns the state at an instant in ms. */
export function stateOf(found: StoredExport, nowMs: number): ExportState {
  const { outcome, parts, removedAt, filesUntil } = found;
  if (outcome === "done") return removedAt !== null || filesUntil <= nowMs ? "gone" : "done";
  return outcome ?? (parts === 0 ? "queued" : "running");
}

const instantOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/**
 * Returns how much of the span is written, in percent. Lists go from the newest row to the oldest,
 * and their cursor begins with the microseconds of the last row. Undefined without a span.
 */
export function progressOf({ filter, cursor, createdAt, outcome }: StoredExport) {
  if (outcome === "done") return 100;
  const from = instantOf(filter["from"]);
  const to = instantOf(filter["to"]) ?? createdAt;
  if (from === undefined || to <= from) return undefined;
  const micros = Number(/^(\d{16})\./.exec(cursor ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(micros)) return cursor === null ? 0 : undefined;
  return Math.min(99, Math.max(0, Math.round(((to - micros / 1_000) / (to - from)) * 100)));
}
