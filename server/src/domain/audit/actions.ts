/** Writing an operator's call into the audit before and after it, and reading what is there. */
import type { AuditEntry } from "@yunjing/contract/schemas/operators/audit";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { CallNote } from "../../platform/http/serve.ts";
import { auditable, type Reading } from "./model.ts";
import { findBreaks, putLine, readLines } from "./store.ts";

/** Nothing an operator asks for happens without the line that says so: if it cannot be written, nothing happens. */
export const noteCalls =
  (context: Context, db: Db): CallNote =>
  async (call, operation, input) => {
    const reason = new Map(Object.entries(input ?? {})).get("reason");
    const line = {
      operatorId: call.memberId,
      callId: context.ids.next(),
      operation,
      input: auditable(input),
      ...(typeof reason === "string" ? { reason } : {}),
      requestId: call.requestId,
      address: call.address,
    };
    await putLine(db, { ...line, outcome: "asked", now: context.clock.sql() });
    return (outcome) => putLine(db, { ...line, outcome, now: context.clock.sql() });
  };

/** A page of calls, newest first. */
export async function auditEntries(db: Db, reading: Reading): Promise<AuditEntry[]> {
  const rows = await readLines(db, reading);
  return rows.map((row) => ({
    entryId: row.call_id,
    operatorId: row.member_id,
    operatorName: row.nickname,
    operation: row.operation,
    outcome: row.outcome,
    ...(row.reason === null ? {} : { reason: row.reason }),
    input: row.input,
    requestId: row.request_id,
    at: Number(row.at),
  }));
}

/** Where a chain was broken, by operator; empty when nothing was taken away or changed. */
export const auditBreaks = findBreaks;
