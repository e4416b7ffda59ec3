/** Finds what the audit lacks after a test: states of writes, and what it must not hold. */
import { operations } from "@yunjing/contract/operations";
import { auditedWrites } from "@yunjing/server/app/audited-writes";
import { ownValue } from "@yunjing/contract/own-value";
import type { Db } from "@yunjing/server/platform/database/pool";

/** Every operation of operators that is no read. */
export const consoleWrites = operations.filter(
  ({ caller, method }) => caller === "operator" && method !== "GET",
);

/** What the audit shows of every write: a reader, `handler`, or the reason for nothing. */
export function auditedWriteOf(db: Db, topic: string, name: string): unknown {
  const topics: Readonly<Record<string, Readonly<Record<string, unknown>>>> = auditedWrites(db);
  return ownValue(ownValue(topics, topic), name);
}

/** Returns the calls that the audit holds; versions before the states recorded none. */
export async function auditedCalls(db: Db): Promise<readonly string[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    "SELECT DISTINCT call_id AS id FROM audit_line",
  );
  return rows.map(({ id }) => id);
}

type Line = { readonly operation: string; readonly change: string | null };

/** A phone of the mainland, standing by itself. */
const PHONE = /(?<![0-9a-f-])1[3-9]\d{9}(?![0-9a-f-])/;

/**
 * Throws when a write of an operator that was done has no states in the audit, or when states hold
 * a whole phone. A dry run changes nothing. Does not look at `earlier` calls.
 */
export async function expectAuditedWrites(db: Db, earlier: readonly string[]): Promise<void> {
  const { rows } = await db.$client.query<Line>(
    `SELECT operation, input->>'change' AS change FROM audit_line
     WHERE outcome = 'done' AND coalesce(input->>'dryRun', '') <> 'true'
       AND call_id <> ALL ($1::uuid[])`,
    [earlier],
  );
  const recorded = new Set(
    consoleWrites.flatMap(({ topic, name }) => {
      const entry = auditedWriteOf(db, topic, name);
      return typeof entry === "function" || entry === "handler" ? [`${topic}.${name}`] : [];
    }),
  );
  const faults = rows.flatMap(({ operation, change }) => {
    if (change !== null && PHONE.test(change)) return [`${operation} has a phone: ${change}`];
    const { before, after } = JSON.parse(change ?? "{}");
    const isWhole = before !== undefined && after !== undefined;
    return recorded.has(operation) && !isWhole ? [`${operation} has no states`] : [];
  });
  if (faults.length > 0) throw new Error([...new Set(faults)].join("\n"));
}
