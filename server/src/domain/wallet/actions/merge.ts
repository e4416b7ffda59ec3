/**
 * Moves bonus from one member to another at a merge: lots keep their expiry. The caller posts the
 * amounts.
 */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { walletMergeIn, walletMergeOut } from "../../../sql/wallet.ts";

/** Times as the database formats them; fen. */
export type MovedBonus = ResultOf<typeof walletMergeOut>[number];

/** Empties the member's bonus lots. */
export const removeBonusLots = (tx: Tx, member: string, now: Now): Promise<readonly MovedBonus[]> =>
  walletMergeOut(tx, { member, now });

export const insertBonusLots = (
  tx: Tx,
  {
    memberId: member,
    ...into
  }: {
    readonly memberId: string;
    readonly ref: string;
    readonly lots: readonly MovedBonus[];
    readonly now: Now;
  },
): Promise<void> => walletMergeIn(tx, { member, ...into });

/** Whether a top-up of the member waits for its payment, or is being refunded. */
export async function hasPendingTopUp(tx: Tx, memberId: string, now: Now): Promise<boolean> {
  const { rows } = await tx.execute<{ yes: boolean }>(sql`
    SELECT EXISTS (SELECT FROM topup WHERE member_id = ${memberId}
      AND (state = 'REFUNDING' OR (state = 'WAIT_PAY' AND expires_at > ${sqlNow(now)}))) AS yes`);
  return rows[0]?.yes === true;
}
