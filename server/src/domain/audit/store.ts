/** Every SQL statement of the audit log. */
import { sql } from "drizzle-orm";
import { afterPosition, byPosition, byUuid, microsSql } from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { Now } from "../../platform/database/sql.ts";
import type { AuditEntry } from "@yunjing/contract/schemas/operators/audit";
import type { AuditLine, AuditQuery } from "./model.ts";
import {
  auditAppend,
  auditAppendRefusal,
  auditCloseRefusalWindow,
  auditHash,
} from "../../sql/audit.ts";

type Limit = { readonly most: number; readonly windowMs: number };

const entryOf = ({ callId, operation, outcome, input, reason, requestId, address }: AuditLine) => ({
  callId,
  operation,
  outcome,
  input,
  reason: reason ?? null,
  requestId,
  address,
});

/** Records a refused call: its lines, or one more in the count of refusals without lines. */
export async function recordRefusal(db: Db, line: AuditLine, limit: Limit): Promise<void> {
  const entry = { ...entryOf(line), reason: null };
  await auditAppendRefusal(db, { member: line.operatorId, entry, limit, now: line.now });
}

/**
 * Ends an operator's hour of refusals when it is over, with a line that gives the number of
 * refusals without lines.
 */
export const closeRefusalWindow = (
  db: Db,
  operatorId: string,
  { windowMs, now }: Limit & { readonly now: Now },
): Promise<void> => auditCloseRefusalWindow(db, { member: operatorId, limit: { windowMs }, now });

export async function appendLine(db: Db | Tx, line: AuditLine): Promise<void> {
  await auditAppend(db, { member: line.operatorId, entry: entryOf(line), now: line.now });
}

/** SQL expression: the hash that belongs to line `l` of the audit log. */
export const lineHashSql = sql.raw(
  auditHash.text({
    previous: "l.previous",
    seq: "l.seq",
    entry: `ROW(l.call_id, l.operation, l.outcome, l.input, l.reason, l.request_id, l.address)`,
    at: "l.at",
  }),
);

export type Row = {
  call_id: string;
  member_id: string;
  operation: string;
  outcome: string;
  reason: string | null;
  input: Record<string, unknown>;
  request_id: string;
  address: string;
  change: NonNullable<AuditEntry["change"]> | null;
  seq: string;
  hash: string;
  previous: string;
  at: string;
  micros: string;
};

const NEWEST = byUuid("a.at", "a.call_id");

/**
 * Returns calls newest first, each with its outcome. Scans all operators; few people may read it.
 */
export async function readLines(db: Db, reading: AuditQuery): Promise<Row[]> {
  const { operatorId, operation, before, count, object, q, from, to, outcome } = reading;
  const isAbout = (value: string) => sql`(
    a.input @? ${`$.* ? (@ == ${JSON.stringify(value)})`}::jsonpath
    OR e.input->'change'->>'object' = ${value})`;
  const ended = sql`coalesce(e.outcome, 'asked')`;
  const isOutcome =
    outcome === undefined
      ? sql`true`
      : outcome === "refused"
        ? sql`${ended} NOT IN ('done', 'asked')`
        : sql`${ended} = ${outcome}`;
  const found = await db.execute<Row>(sql`
    SELECT a.call_id, a.member_id, a.operation, coalesce(e.outcome, 'asked') AS outcome, a.reason, a.input,
           a.request_id, a.address, e.input->'change' AS change, a.seq, encode(a.hash, 'hex') AS hash,
           encode(a.previous, 'hex') AS previous, (extract(epoch FROM a.at) * 1000)::bigint::text AS at,
           ${microsSql("a.at")}::text AS micros
    FROM audit_line a
    LEFT JOIN audit_line e ON e.member_id = a.member_id AND e.call_id = a.call_id AND e.outcome <> 'asked'
    WHERE a.outcome = 'asked'
      AND (${operatorId ?? null}::uuid IS NULL OR a.member_id = ${operatorId ?? null}::uuid)
      AND (${operation ?? null}::text IS NULL OR a.operation = ${operation ?? null}::text)
      AND ${object === undefined ? sql`true` : isAbout(object)}
      AND ${
        q === undefined
          ? sql`true`
          : sql`(a.request_id = ${q} OR strpos(a.reason, ${q}) > 0 OR ${isAbout(q)})`
      }
      AND (${from ?? null}::float8 IS NULL OR a.at >= to_timestamp(${from ?? null}::float8 / 1000))
      AND (${to ?? null}::float8 IS NULL OR a.at < to_timestamp(${to ?? null}::float8 / 1000))
      AND ${isOutcome}
      AND ${afterPosition(NEWEST, before, "descending")}
    ORDER BY ${byPosition(NEWEST, "descending")} LIMIT ${count}`);
  return found.rows;
}

/**
 * SQL: what the first line of a chain in the database follows, by `member_id`: the last archived
 * line, of those whose chain has one.
 */
export const archivedEnds = sql.raw(
  `SELECT DISTINCT ON (member_id) member_id, last_seq AS seq, hash FROM audit_archive ORDER BY member_id, last_seq DESC`,
);

/**
 * Returns the first line of each chain that does not follow the line before, or whose hash is
 * wrong.
 */
export async function findChainBreaks(db: Db): Promise<{ operatorId: string; seq: number }[]> {
  const found = await db.execute<{ member_id: string; seq: string }>(sql`
    SELECT member_id, min(seq) AS seq FROM (
      SELECT l.member_id, l.seq,
             l.previous = coalesce(lag(l.hash) OVER chain, p.hash, sha256(convert_to(l.member_id::text, 'UTF8')))
             AND l.seq = coalesce(lag(l.seq) OVER chain, p.seq, 0) + 1
             AND l.hash = ${lineHashSql}
             AND (lead(l.seq) OVER chain IS NOT NULL OR (h.seq = l.seq AND h.hash = l.hash)) AS is_sound
      FROM audit_line l JOIN audit_head h ON h.member_id = l.member_id
      LEFT JOIN (${archivedEnds}) p ON p.member_id = l.member_id
      WINDOW chain AS (PARTITION BY l.member_id ORDER BY l.seq)) checked
    WHERE NOT is_sound GROUP BY member_id`);
  return found.rows.map(({ member_id, seq }) => ({ operatorId: member_id, seq: Number(seq) }));
}
