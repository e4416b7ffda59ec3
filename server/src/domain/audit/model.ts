/**
 * The audit log: what operators requested and the outcome.
 *
 * - line: one of two for each call, `asked` before it runs and the outcome after it; written by one
 *   function only.
 * - chain: an operator's lines, each with the hash of the line before, so that a missing or changed
 *   line is detected.
 */

import { MOBILE } from "@yunjing/contract/phone";
import type { Position } from "../../platform/database/keyset.ts";
import type { AuditChange } from "../../platform/http/call.ts";

export type AuditLine = {
  readonly operatorId: string;
  readonly callId: string;
  readonly operation: string;
  /** `asked`, `done`, or the code of the failure. */
  readonly outcome: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly requestId: string;
  readonly address: string;
  readonly now: Date | null;
};

export type AuditQuery = {
  /** A value of the call's input, or the object that the handler named. */
  readonly object?: string | undefined;
  /** Part of the reason, or a whole object or request id. */
  readonly q?: string | undefined;
  /** Instants in ms: from (inclusive) and to (exclusive). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** `refused`: any outcome but `done` and `asked`. */
  readonly outcome?: "done" | "refused" | "asked" | undefined;
  readonly operatorId?: string | undefined;
  readonly operation?: string | undefined;
  /** The last line of the previous page; its id is the call's. */
  readonly before?: Position | undefined;
  readonly count: number;
};

/** Longer texts are cut: the audit log records the request, not every byte of a file. */
const TEXT_MAX = 300;
const SECRETS: ReadonlySet<string> = new Set([
  "code",
  "phone",
  "secret",
  "file",
  "cards",
  "q",
  "receipt",
  // The address of a robot lets its reader write to the group.
  "robotUrl",
]);

/** A list of codes; a number of this name is how many there are. */
const CODES = "codes";

/**
 * Returns an input as the audit log stores it: without secrets, phone numbers and long texts, at any
 * depth.
 */
export function redactInput(input: unknown): Record<string, unknown> {
  const shown = (name: string, value: unknown): unknown => {
    if (SECRETS.has(name) || (name === CODES && typeof value === "string")) return "…";
    // A phone also stands in fields of other names, such as the subject of a risk list.
    if (typeof value === "string" && MOBILE.test(value.trim())) return "…";
    if (typeof value === "string" && value.length > TEXT_MAX) return `${value.slice(0, TEXT_MAX)}…`;
    if (Array.isArray(value)) return value.map((each) => shown(name, each));
    if (typeof value === "object" && value !== null) return redactInput(value);
    return value;
  };
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([name, value]) => [name, shown(name, value)]),
  );
}

/** Returns what a handler noted as the audit log stores it. */
export const redactChange = ({ object, before, after }: AuditChange): Record<string, unknown> => ({
  ...(object === undefined ? {} : { object }),
  ...(before === undefined ? {} : { before: redactInput(before) }),
  ...(after === undefined ? {} : { after: redactInput(after) }),
});
