/**
 * SQL statements that change many codes of a batch at once. Each names its source states, so that
 * no code is changed twice.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/database/pool.ts";
import { moveOf } from "../../../../platform/lifecycle.ts";
import { type BatchState, codeLifecycle } from "../../lifecycle.ts";
import { countedExtension, countedMove, statesByCount } from "../../store/counts.ts";

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
  const chosen = sql`batch_id = ${batchId} AND serial BETWEEN ${range.from} AND ${range.to}`;
  const groups = statesByCount(from);
  let changed = 0;
  let found: number;
  // A code that changes from one of the states to another meanwhile is found by the next round.
  do {
    found = 0;
    for (const [counted, states] of groups) {
      const { rows } = await tx.execute<{ changed: number }>(
        countedMove(chosen, { from: states, counted, to }),
      );
      found += rows[0]?.changed ?? 0;
    }
    changed += found;
  } while (found > 0 && groups.size > 1);
  return changed;
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
  const until = new Date(validUntil);
  const chosen = sql`batch_id = ${batchId} AND state NOT IN ('REDEEMED', 'VOID') AND valid_until < ${until}::timestamptz`;
  for (;;) {
    const { rows } = await tx.execute<{ state: string; end: string }>(
      sql`SELECT DISTINCT state, valid_until::text AS end FROM code WHERE ${chosen}`,
    );
    if (rows.length === 0) return true;
    for (const { state, end } of rows)
      await tx.execute(countedExtension(chosen, { state, end, until }));
  }
}
