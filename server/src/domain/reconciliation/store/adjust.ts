/** SQL statements on adjustments: the case state, the daily total, and points. */
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { pointsDeduct } from "../../../sql/points.ts";
import { rethrowLedgerError } from "../../ledger/actions.ts";
import type { Asset, PostingHeader, PostingKey } from "../../ledger/model.ts";
import type { CaseState } from "../model.ts";
import { caseState } from "./operator.ts";

export async function isMember(tx: Tx, memberId: string): Promise<boolean> {
  const found = await tx.execute(sql`SELECT 1 FROM member WHERE member_id = ${memberId}`);
  return found.rows.length > 0;
}

export type CaseMove = {
  readonly caseId: string;
  readonly from: "open" | "proposed";
  readonly to: "open" | "proposed";
  readonly approvalId: string | null;
  readonly now: Now;
};

/**
 * Changes the state of a case if it is in `from`. Returns the state it was found in, or `undefined`
 * when there is no such case. A case whose proposal has expired is open.
 */
export async function moveCaseState(tx: Tx, move: CaseMove): Promise<CaseState | undefined> {
  const { rows } = await tx.execute<{ state: CaseState }>(
    sql`SELECT ${caseState(move.now)} AS state FROM recon_case c WHERE c.id = ${move.caseId} FOR UPDATE`,
  );
  const state = rows[0]?.state;
  if (state === move.from) {
    await tx.execute(sql`
      UPDATE recon_case SET state = ${move.to}, approval_id = ${move.approvalId} WHERE id = ${move.caseId}`);
  }
  return state;
}

const dayOf = (now: Now): SQL => sql`date_trunc('day', ${sqlNow(now)}, 'Asia/Shanghai')`;

/** Adds to today's adjusted total. Returns false when that would exceed `most`. */
export async function countAdjusted(
  tx: Tx,
  { asset, amount, most, now }: { asset: Asset; amount: number; most: number; now: Now },
): Promise<boolean> {
  if (amount > most) return false;
  const counted = await tx.execute(sql`
    INSERT INTO limit_counter AS c (subject, window_start, used) VALUES (${`adjust:${asset}`}, ${dayOf(now)}, ${amount})
    ON CONFLICT (subject, window_start) DO UPDATE SET used = c.used + excluded.used
      WHERE c.used + excluded.used <= ${most}`);
  return counted.rowCount === 1;
}

/** Deducts points from lots and account together. Refuses POINTS_SHORT. */
export async function deductPoints(
  tx: Tx,
  by: PostingHeader &
    PostingKey & { readonly txnId: string; readonly points: number; readonly now: Now },
): Promise<void> {
  const { memberId, txnId, kind, ref, points, actor, title = "", now } = by;
  await pointsDeduct(tx, {
    member: memberId,
    txn: txnId,
    kind,
    ref,
    points,
    actor,
    title,
    now,
  }).catch(rethrowLedgerError);
}
