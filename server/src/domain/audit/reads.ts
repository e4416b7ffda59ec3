/** Records that an operator read a person's data, because reads have no line by themselves. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { appendLine } from "./store.ts";

export type AuditedRead = {
  readonly operatorId: string;
  readonly requestId: string;
  readonly address: string;
  /** The operation, such as `operatorOrders.detail`. */
  readonly operation: string;
  /** Numbers of what was read; no phones, codes or names. */
  readonly subject: Readonly<Record<string, unknown>>;
};

/** Appends the two lines of a call: it is stored before the data is sent. */
export async function auditRead(
  context: Context,
  db: Db,
  { subject, ...read }: AuditedRead,
): Promise<void> {
  const line = { ...read, callId: context.ids.next(), input: subject };
  await appendLine(db, { ...line, outcome: "asked", now: context.clock.sql() });
  await appendLine(db, { ...line, outcome: "done", now: context.clock.sql() });
}
