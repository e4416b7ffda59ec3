/**
 * Remembers the last errors, warnings, failed calls and moves of this visit, for whoever must find
 * out what went wrong. In memory only; what shows it masks it first (log-text.ts).
 */

export type LogKind = "error" | "warn" | "call" | "page";
export type LogEntry = {
  /** The device's clock, in ms. */
  readonly at: number;
  readonly kind: LogKind;
  readonly values: readonly unknown[];
  /** Of a failed call that the server answered. */
  readonly requestId?: string | undefined;
};

const LOG_MAX = 200;
const entries: LogEntry[] = [];

/** Notes one thing; the oldest is forgotten after 200. */
export function record(kind: LogKind, said: readonly unknown[], requestId?: string): void {
  entries.push({ at: Date.now(), kind, values: said, requestId });
  if (entries.length > LOG_MAX) entries.shift();
}

/** What is remembered now, oldest first. */
export const logEntries = (): readonly LogEntry[] => [...entries];

/** Forgets everything, as logging out does. */
export function clearLog(): void {
  entries.length = 0;
}

/** Listens to the console and to what nobody caught; the console itself says what it always did. */
export function startLog(): void {
  for (const kind of ["error", "warn"] as const) {
    const say = console[kind];
    console[kind] = (...said: unknown[]) => {
      record(kind, said);
      say(...said);
    };
  }
  addEventListener("error", ({ error, message }) => record("error", [error ?? message]));
  addEventListener("unhandledrejection", ({ reason }) => record("error", [reason]));
}
