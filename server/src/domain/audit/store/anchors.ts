/**
 * SQL statements of anchors: compares chains with their known heads, and reads and writes the index
 * of anchor files.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { Head } from "../anchor-model.ts";
import { archivedEnds, lineHashSql } from "../store.ts";

export type ChainState = {
  readonly operatorId: string;
  /** Number of the chain's last line; null when the chain has no head any more. */
  readonly seq: number | null;
  readonly hash: string | null;
  /** Number of the first wrong line; null when the chain is intact. */
  readonly brokenAt: number | null;
};

/**
 * Compares every chain with its known head (`known`) and checks its lines: those after the known
 * head and `tail` lines before it, or all of them without `tail`. One statement, so that it reads
 * one snapshot.
 */
export async function checkChains(
  db: Db | Tx,
  known: readonly Head[],
  tail?: number,
): Promise<ChainState[]> {
  const base = JSON.stringify(
    known.map(({ operatorId, seq, hash }) => ({ member_id: operatorId, seq, hash })),
  );
  const { rows } = await db.execute<ChainState>(sql`
    WITH known AS (
      SELECT member_id, seq, decode(hash, 'hex') AS hash
      FROM jsonb_to_recordset(${base}::jsonb) AS k (member_id uuid, seq bigint, hash text)
    ), archived AS MATERIALIZED (
      ${archivedEnds}
    ), everybody AS MATERIALIZED (
      SELECT DISTINCT member_id FROM audit_line WHERE ${tail === undefined}
    ), head AS MATERIALIZED (
      SELECT member_id, seq, hash FROM audit_head
    ), chain AS MATERIALIZED (
      SELECT member_id, k.seq AS known_seq, k.hash AS known_hash, h.seq, h.hash
      FROM known k FULL JOIN head h USING (member_id) FULL JOIN everybody USING (member_id)
    ), marked AS MATERIALIZED (
      SELECT a.member_id, a.seq, a.hash FROM audit_line a JOIN chain c ON a.member_id = c.member_id
      WHERE a.seq IN (c.known_seq, c.seq)
    ), line AS (
      SELECT l.member_id, l.seq, l.hash,
             l.previous = coalesce(lag(l.hash) OVER w, CASE WHEN l.seq = 1
               THEN sha256(convert_to(l.member_id::text, 'UTF8')) WHEN l.seq = p.seq + 1 THEN p.hash
               WHEN ${tail !== undefined} THEN l.previous END)
             AND l.seq = coalesce(lag(l.seq) OVER w + 1,
                                  CASE WHEN ${tail !== undefined} THEN l.seq ELSE coalesce(p.seq, 0) + 1 END)
             AND l.hash = ${lineHashSql} AS is_sound
      FROM chain c LEFT JOIN archived p USING (member_id) JOIN audit_line l ON l.member_id = c.member_id
        AND l.seq > CASE WHEN ${tail === undefined} THEN 0 ELSE coalesce(c.known_seq, 0) - ${tail ?? 0}::bigint END
      WINDOW w AS (PARTITION BY l.member_id ORDER BY l.seq)
    ), seen AS MATERIALIZED (
      SELECT member_id, max(seq) AS last_seq, min(seq) FILTER (WHERE is_sound IS NOT TRUE) AS unsound_seq
      FROM line GROUP BY member_id
    )
    SELECT c.member_id AS "operatorId", c.seq, encode(c.hash, 'hex') AS hash, least(
             s.unsound_seq,
             CASE WHEN c.known_seq IS NOT NULL AND NOT EXISTS (
               SELECT FROM marked a
               WHERE a.member_id = c.member_id AND a.seq = c.known_seq AND a.hash = c.known_hash)
               AND NOT EXISTS (
               SELECT FROM archived p WHERE p.member_id = c.member_id
                 AND (p.seq > c.known_seq OR (p.seq = c.known_seq AND p.hash = c.known_hash))) THEN c.known_seq END,
             CASE WHEN c.seq IS DISTINCT FROM s.last_seq OR c.seq IS NULL OR NOT EXISTS (
               SELECT FROM marked a WHERE a.member_id = c.member_id AND a.seq = c.seq AND a.hash = c.hash)
             THEN coalesce(s.last_seq, c.seq, c.known_seq, 1) END) AS "brokenAt"
    FROM chain c LEFT JOIN seen s USING (member_id) ORDER BY 1`);
  return rows.map(({ seq, brokenAt, ...row }) => ({
    ...row,
    seq: seq === null ? null : Number(seq),
    brokenAt: brokenAt === null ? null : Number(brokenAt),
  }));
}

export type AnchorRow = { readonly number: number; readonly day: string; readonly hash: string };

/** Returns the index of the anchors, the newest first; `hash` in hex. */
export async function anchorRows(db: Db | Tx, limit?: number): Promise<AnchorRow[]> {
  const { rows } = await db.execute<AnchorRow>(sql`
    SELECT number, day::text AS day, encode(hash, 'hex') AS hash FROM audit_anchor
    ORDER BY number DESC LIMIT ${limit ?? null}`);
  return rows;
}

/**
 * Inserts an anchor; returns false when another process has inserted one with this number. Waits
 * for the transaction of that process to end.
 */
export async function insertAnchor(tx: Tx, row: AnchorRow, now: Now): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO audit_anchor (number, day, hash, written_at)
    VALUES (${row.number}, ${row.day}::date, decode(${row.hash}, 'hex'), ${sqlNow(now)})
    ON CONFLICT (number) DO NOTHING`);
  return made.rowCount === 1;
}

/** Returns the heads whose line is missing or different: lines that were deleted or rewritten. */
export async function missingHeads(db: Db, heads: readonly Head[]): Promise<Head[]> {
  const wanted = JSON.stringify(heads);
  const { rows } = await db.execute<Head>(sql`
    WITH k AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${wanted}::jsonb) AS k ("operatorId" uuid, seq bigint, hash text)
    ), there AS MATERIALIZED (
      SELECT a.member_id, a.seq, a.hash FROM audit_line a JOIN k ON a.member_id = k."operatorId" AND a.seq = k.seq
    )
    SELECT k."operatorId", k.seq, k.hash FROM k
    WHERE NOT EXISTS (SELECT FROM there a WHERE a.member_id = k."operatorId" AND a.seq = k.seq
                      AND a.hash = decode(k.hash, 'hex'))`);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/**
 * Returns operators with refused calls that were only counted, or whose hour of refusals may be
 * over.
 */
export async function refusalWindows(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ memberId: string }>(sql`
    SELECT member_id AS "memberId" FROM audit_refusal WHERE kept > 0`);
  return rows.map(({ memberId }) => memberId);
}
