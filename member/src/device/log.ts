/**
 * Records the last errors, warnings, failed calls and page changes of this visit, for debugging. In
 * memory only; log-text.ts masks it before it is shown.
 */

export type LogKind = "error" | "warn" | "call" | "page";
export type LogEntry = {
  /** Milliseconds by the device's clock. */
  readonly at: number;
  readonly kind: LogKind;
  readonly values: readonly unknown[];
  /** The request id of a failed call to which the server responded. */
  readonly requestId?: string | undefined;
};

const LOG_MAX = 200;
const entries: LogEntry[] = [];

/** Adds one entry; only the newest 200 are stored. */
export function record(kind: LogKind, values: readonly unknown[], requestId?: string): void {
  entries.push({ at: Date.now(), kind, values, requestId });
  if (entries.length > LOG_MAX) entries.shift();
}

/** Returns the stored entries, oldest first. */
export const logEntries = (): readonly LogEntry[] => [...entries];

/** Removes all entries, as a logout does. */
export function clearLog(): void {
  entries.length = 0;
}

/**
 * Records console errors and warnings and uncaught failures; the console output itself is
 * unchanged.
 */
export function startLog(): void {
  for (const kind of ["error", "warn"] as const) {
    const original = console[kind];
    console[kind] = (...logged: unknown[]) => {
      record(kind, logged);
      original(...logged);
    };
  }
  addEventListener("error", ({ error, message }) => record("error", [error ?? message]));
  addEventListener("unhandledrejection", ({ reason }) => record("error", [reason]));
}
