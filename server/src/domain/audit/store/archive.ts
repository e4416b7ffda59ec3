/** SQL statements about archived audit lines: which are oldest, and whether archived ones are sound. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { lineHashSql } from "../store.ts";

export type OldLines = {
  readonly operatorId: string;
  readonly lastSeq: number;
  readonly lines: readonly string[];
  readonly fromAt: number;
  readonly toAt: number;
};

/** Returns the oldest lines of one chain from before the instant; never the chain's last line. */
export async function oldestLines(
  db: Db,
  before: Date,
  limit: number,
): Promise<OldLines | undefined> {
  // The chain first: on a cluster each lies on one node.
  const oldest = await db.execute<{ operatorId: string; last: string }>(sql`
    SELECT h.member_id AS "operatorId", h.seq AS last FROM audit_head h
    WHERE EXISTS (
      SELECT 1 FROM audit_line l
      WHERE l.member_id = h.member_id AND l.seq < h.seq AND l.at < ${before}
        AND l.seq = (SELECT min(f.seq) FROM audit_line f WHERE f.member_id = h.member_id))
    ORDER BY h.member_id LIMIT 1`);
  const [chain] = oldest.rows;
  if (!chain) return undefined;
  const { operatorId, last: end } = chain;
  const { rows } = await db.execute<{ seq: string; line: string; at: number }>(sql`
    SELECT l.seq, row_to_json(l)::text AS line, ${sql.raw(epochMsSql("l.at"))} AS at
    FROM audit_line l
    WHERE l.member_id = ${operatorId} AND l.seq < ${end} AND l.at < ${before} AND l.seq < coalesce(
      (SELECT min(n.seq) FROM audit_line n WHERE n.member_id = ${operatorId} AND n.at >= ${before}), ${end})
    ORDER BY l.seq LIMIT ${limit}`);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  return {
    operatorId,
    lastSeq: Number(last.seq),
    lines: rows.map(({ line }) => line),
    fromAt: Math.min(first.at, last.at),
    toAt: Math.max(first.at, last.at),
  };
}

export type ArchivedPart = {
  readonly operatorId: string;
  readonly lastSeq: number;
  /** Hash of the last line, and SHA-256 of the file, both in hex. */
  readonly hash: string;
  readonly fileHash: string;
  readonly archiveId: string;
};

/** Returns the archived parts of every chain, in the order of the lines. */
export async function archivedParts(db: Db): Promise<ArchivedPart[]> {
  const { rows } = await db.execute<ArchivedPart>(sql`
    SELECT a.member_id AS "operatorId", a.last_seq AS "lastSeq", encode(a.hash, 'hex') AS hash,
           encode(f.hash, 'hex') AS "fileHash", a.archive_id AS "archiveId"
    FROM audit_archive a JOIN archive_file f ON f.id = a.archive_id
    ORDER BY a.member_id, a.last_seq`);
  return rows.map((row) => ({ ...row, lastSeq: Number(row.lastSeq) }));
}

type Checked = {
  readonly unsoundAt: number | null;
  readonly hashes: readonly { readonly seq: number; readonly hash: string }[];
};

/** Checks archived lines of one chain; `before` is the end of the part before, if there is one. */
export async function checkArchivedLines(
  db: Db,
  part: {
    readonly operatorId: string;
    readonly lines: readonly string[];
    readonly before: { readonly seq: number; readonly hash: string } | undefined;
  },
): Promise<Checked> {
  const { operatorId, before, lines } = part;
  const start = before
    ? sql`decode(${before.hash}, 'hex')`
    : sql`sha256(convert_to(${operatorId}::uuid::text, 'UTF8'))`;
  const { rows } = await db.execute<{ seq: string; hash: string; sound: boolean | null }>(sql`
    SELECT l.seq, encode(l.hash, 'hex') AS hash,
           l.member_id = ${operatorId}::uuid
           AND l.previous = coalesce(lag(l.hash) OVER chain, ${start})
           AND l.seq = coalesce(lag(l.seq) OVER chain, ${before?.seq ?? 0}::bigint) + 1
           AND l.hash = ${lineHashSql} AS sound
    FROM jsonb_populate_recordset(NULL::audit_line, ${`[${lines.join(",")}]`}::jsonb) l
    WINDOW chain AS (ORDER BY l.seq) ORDER BY l.seq`);
  const unsound = rows.find(({ sound }) => sound !== true);
  return {
    unsoundAt: unsound ? Number(unsound.seq) : null,
    hashes: rows.map(({ seq, hash }) => ({ seq: Number(seq), hash })),
  };
}
