/** Writes an operator's call to the audit log before and after it runs, and reads the log. */
import type { AuditEntry } from "@yunjing/contract/schemas/operators/audit";
import type { Context } from "../../platform/context.ts";
import type { Position } from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { AuditCall } from "../../platform/http/serve.ts";
import { isStorable } from "../../platform/storable.ts";
import { redactChange, redactInput, type AuditQuery } from "./model.ts";
import { refusalWindows } from "./store/anchors.ts";
import {
  closeRefusalWindow,
  findChainBreaks,
  appendLine,
  recordRefusal,
  readLines,
} from "./store.ts";

/** Writes a line before each operator call; when it cannot be written, the call does not run. */
export const auditCalls =
  (context: Context, db: Db): AuditCall =>
  async (call, operation, input) => {
    const reason = new Map(Object.entries(input ?? {})).get("reason");
    const line = {
      operatorId: call.memberId,
      callId: context.ids.next(),
      operation,
      input: redactInput(input),
      ...(typeof reason === "string" ? { reason } : {}),
      requestId: call.requestId,
      address: call.address,
    };
    await appendLine(db, { ...line, outcome: "asked", now: context.clock.sql() });
    return (outcome, change) => {
      const noted = change === undefined ? {} : { change: redactChange(change) };
      const ended = { ...line, input: { ...line.input, ...noted }, outcome };
      return appendLine(db, { ...ended, now: context.clock.sql() });
    };
  };

/** Returns a page of calls, newest first, without the operators' names; `micros` is for a cursor. */
export async function auditEntries(
  db: Db,
  reading: AuditQuery,
): Promise<(Omit<AuditEntry, "operatorName"> & Pick<Position, "micros">)[]> {
  const rows = await readLines(db, reading);
  return rows.map((row) => ({
    entryId: row.call_id,
    operatorId: row.member_id,
    operation: row.operation,
    outcome: row.outcome,
    ...(row.reason === null ? {} : { reason: row.reason }),
    input: row.input,
    requestId: row.request_id,
    address: row.address,
    ...(row.change === null ? {} : { change: row.change }),
    seq: Number(row.seq),
    hash: row.hash,
    previous: row.previous,
    at: Number(row.at),
    micros: Number(row.micros),
  }));
}

/** Returns where a hash chain is broken, by operator; empty when nothing was removed or changed. */
export const findAuditBreaks = findChainBreaks;

export { auditRead } from "./reads.ts";
export { checkNewestLines, verifyAudit, writeAnchor } from "./anchors.ts";
export { auditArchive } from "./archive.ts";
export type { Fault } from "./anchor-model.ts";

export type Login = {
  readonly operatorId: string;
  readonly requestId: string;
  readonly address: string;
};

/** Records a step of an operator's login that succeeded, in the transaction of its effect. */
export async function auditLogin(
  context: Context,
  tx: Tx,
  login: Login & { readonly operation: string },
): Promise<void> {
  const line = { ...login, callId: context.ids.next(), input: {} };
  await appendLine(tx, { ...line, outcome: "asked", now: context.clock.sql() });
  await appendLine(tx, { ...line, outcome: "done", now: context.clock.sql() });
}

const HOUR_MS = 3_600_000;
const limitOf = ({ settings }: Context) => ({
  most: settings.auditRefusalsPerHour,
  windowMs: HOUR_MS,
});

/**
 * Records that an operator's call was refused before it began. Only the first refusals of an hour
 * have lines; the others are counted, and a line gives their number. The input is not validated;
 * input that cannot be stored is left out.
 */
export async function auditRefusal(
  context: Context,
  db: Db,
  refused: Login & { readonly operation: string; readonly code: string; readonly input?: unknown },
): Promise<void> {
  const { code, input, ...call } = refused;
  const stored = isStorable(input) ? redactInput(input) : {};
  await recordRefusal(
    db,
    {
      ...call,
      callId: context.ids.next(),
      input: stored,
      outcome: code,
      now: context.clock.sql(),
    },
    limitOf(context),
  );
}

/** Records the number of refusals without a line, for every operator whose hour is over. */
export async function closeRefusalWindows(context: Context, db: Db): Promise<void> {
  for (const operatorId of await refusalWindows(db)) {
    await closeRefusalWindow(db, operatorId, { ...limitOf(context), now: context.clock.sql() });
  }
}
