/**
 * SQL statements that change many codes of a batch at once. Each names its source states, so that
 * no code is changed twice.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/database/pool.ts";
import { moveOf } from "../../../../platform/lifecycle.ts";
import { type BatchState, codeLifecycle } from "../../lifecycle.ts";
import { countedAs, countedChange, countedMove } from "../../store/counts.ts";

/** Serial numbers, both ends inclusive. */
export type SerialRange = { readonly from: number; readonly to: number };

/** Applies one event to the codes of a range whose state allows it. Returns how many. */
export async function moveCodes(
  tx: Tx,
  batchId: string,
  range: SerialRange,
  event: "activate" | "freeze" | "resume" | "void",
): Promise<number> {
  const { from, to } = moveOf(codeLifecycle, event);
  const states = sql`${sql.param([...from])}::text[]`;
  const chosen = sql`batch_id = ${batchId} AND state = ANY(${states}) AND serial BETWEEN ${range.from} AND ${range.to}`;
  const counted = countedAs([...from]);
  const { rows } = await tx.execute<{ changed: number }>(
    counted === undefined
      ? countedChange(
          chosen,
          sql`UPDATE code c SET state = ${to} FROM was WHERE c.code_mac = was.code_mac AND c.state = ANY(${states})`,
        )
      : countedMove(chosen, { from, counted, to }),
  );
  return rows[0]?.changed ?? 0;
}

/**
 * Locks the batch until the end of the transaction, so that changes of one batch are serialised.
 * Returns its state.
 */
export async function lockBatch(tx: Tx, batchId: string): Promise<BatchState | undefined> {
  const held = await tx.execute<{ state: BatchState }>(
    sql`SELECT state FROM code_batch WHERE batch_id = ${batchId} FOR NO KEY UPDATE`,
  );
  return held.rows[0]?.state;
}

/**
 * Sets a later end for the batch and for its codes that can still be used. Returns false when the
 * end would not be later.
 */
export async function extendBatch(tx: Tx, batchId: string, validUntil: number): Promise<boolean> {
  const extended = await tx.execute(sql`
    UPDATE code_batch SET target = jsonb_set(target, '{validUntil}', to_jsonb(${validUntil}::bigint))
    WHERE batch_id = ${batchId} AND (target->>'validUntil')::bigint < ${validUntil}`);
  if (extended.rowCount !== 1) return false;
  const until = sql`${new Date(validUntil)}::timestamptz`;
  await tx.execute(
    countedChange(
      sql`batch_id = ${batchId} AND state NOT IN ('REDEEMED', 'VOID') AND valid_until < ${until}`,
      sql`UPDATE code c SET valid_until = ${until} FROM was WHERE c.code_mac = was.code_mac`,
    ),
  );
  return true;
}
