/** SQL statements that generate a batch's codes: begin, lock, insert, fail. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../../platform/database/sql.ts";
import { moveOf } from "../../../../platform/lifecycle.ts";
import { batchLifecycle } from "../../lifecycle.ts";
import { addCounts } from "../../store/counts.ts";

/**
 * generating → failed, with a reason for the maker. Returns false when the batch is in another
 * state.
 */
export async function failGenerating(tx: Tx, batchId: string, reason: string): Promise<boolean> {
  const { from, to } = moveOf(batchLifecycle, "fail");
  const failed = await tx.execute(sql`
    UPDATE code_batch SET state = ${to}, reason = ${reason}
    WHERE batch_id = ${batchId} AND state = ANY(${sql.param([...from])}::text[])`);
  return failed.rowCount === 1;
}

/** draft or failed → generating. Returns false when the batch is in another state. */
export async function beginGenerating(tx: Tx, batchId: string): Promise<boolean> {
  const { from, to } = moveOf(batchLifecycle, "submit");
  const begun = await tx.execute(sql`
    UPDATE code_batch SET state = ${to}, reason = NULL
    WHERE batch_id = ${batchId} AND state = ANY(${sql.param([...from])}::text[])`);
  return begun.rowCount === 1;
}

export type GenerationProgress = {
  readonly target: BatchTarget;
  readonly count: number;
  readonly made: number;
};

/**
 * Locks a generating batch, so that no other process generates its codes. Returns `undefined` when
 * it is in another state.
 */
export async function lockGenerating(
  tx: Tx,
  batchId: string,
): Promise<GenerationProgress | undefined> {
  const held = await tx.execute<Omit<GenerationProgress, "made"> & { state: string }>(sql`
    SELECT state, target, count FROM code_batch WHERE batch_id = ${batchId} FOR NO KEY UPDATE`);
  const batch = held.rows[0];
  if (batch?.state !== "generating") return undefined;
  // Serials run from 1 without a gap. This statement sees all codes inserted before the lock on the
  // batch.
  const made = await tx.execute<{ made: number }>(
    sql`SELECT coalesce(max(serial), 0) AS made FROM code WHERE batch_id = ${batchId}`,
  );
  const { target, count } = batch;
  return { target, count, made: made.rows[0]?.made ?? 0 };
}

export type NewCode = {
  readonly codeMac: Buffer;
  readonly codeId: string;
  readonly last4: string;
  readonly codeSealed: Buffer;
};

/**
 * Inserts codes with serials starting at `firstSerial` in one statement. Returns how many were new.
 */
export async function insertCodes(
  tx: Tx,
  batch: { batchId: string; target: BatchTarget; firstSerial: number; now: Now },
  codes: readonly NewCode[],
): Promise<number> {
  const { validFrom, validUntil } = batch.target;
  const { rows } = await tx.execute<{ made: number }>(sql`
    WITH made AS (INSERT INTO code (code_mac, code_id, batch_id, serial, last4, code_sealed, state, valid_from, valid_until, created_at)
    SELECT c.mac, c.id, ${batch.batchId}::uuid, ${batch.firstSerial}::int + c.place - 1, c.last4, c.sealed, 'INACTIVE',
           coalesce(${validFrom === undefined ? null : new Date(validFrom)}::timestamptz, ${sqlNow(batch.now)}),
           ${new Date(validUntil)}::timestamptz, ${sqlNow(batch.now)}
    FROM unnest(${sql.param(codes.map((code) => code.codeMac))}::bytea[],
                ${sql.param(codes.map((code) => code.codeId))}::uuid[],
                ${sql.param(codes.map((code) => code.last4))}::text[],
                ${sql.param(codes.map((code) => code.codeSealed))}::bytea[])
         WITH ORDINALITY AS c(mac, id, last4, sealed, place)
    ON CONFLICT (code_mac) DO NOTHING RETURNING batch_id, state, valid_until, uses
    ), counted AS (${addCounts([{ of: sql`SELECT * FROM made`, sign: 1 }])})
    SELECT count(*)::int AS made FROM made`);
  return rows[0]?.made ?? 0;
}

/** Returns which of these keys belong to existing codes, in hex. */
export async function existingMacs(db: Db | Tx, macs: readonly Buffer[]): Promise<Set<string>> {
  const found = await db.execute<{ mac: string }>(sql`
    SELECT encode(code_mac, 'hex') AS mac FROM code WHERE code_mac = ANY(${sql.param(macs)}::bytea[])`);
  return new Set(found.rows.map(({ mac }) => mac));
}
