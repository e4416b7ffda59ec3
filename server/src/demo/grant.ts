/**
 * Grants points and balance to a member as an adjustment through the ledger, which is the only way.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { post } from "../domain/ledger/actions.ts";
import { creditPoints as grantPoints } from "../domain/points/actions.ts";

export type DemoGrant = {
  readonly memberId: string;
  /** The same reference is posted only once. */
  readonly ref: string;
  readonly points?: number | undefined;
  readonly principalFen?: number | undefined;
  readonly bonusFen?: number | undefined;
  readonly rewardFen?: number | undefined;
  /** In the member's statement. */
  readonly title?: string;
};

/** Returns "replay" when a grant with this reference exists already; nothing is posted then. */
export async function grantToMember(
  context: Context,
  db: Db,
  gift: DemoGrant,
): Promise<"posted" | "replay"> {
  const { memberId, ref, points = 0, principalFen = 0, bonusFen = 0, rewardFen = 0 } = gift;
  const why = { memberId, actor: "system", title: gift.title ?? "新会员见面礼" } as const;
  return transaction(db, async (tx) => {
    const outcomes: ("posted" | "replay")[] = [];
    if (points > 0) {
      const given = { ...why, kind: "adjust", ref: `${ref}:points`, points } as const;
      outcomes.push(await grantPoints(context, tx, given));
    }
    const transfers = [
      { credit: "principal" as const, amount: principalFen },
      { credit: "bonus" as const, amount: bonusFen },
      { credit: "reward_cash" as const, amount: rewardFen },
    ]
      .filter(({ amount }) => amount > 0)
      .map((part) => ({
        asset: "CNY" as const,
        debit: "expense" as const,
        party: "adjust",
        ...part,
      }));
    if (transfers.length > 0) {
      const given = { ...why, kind: "adjust", ref: `${ref}:balance`, transfers } as const;
      outcomes.push((await post(context, tx, given)).outcome);
    }
    return outcomes.includes("posted") ? "posted" : "replay";
  });
}

/** Returns whether balance was granted under this reference before, in any amount. */
export async function wasGranted(
  db: Db,
  { memberId, ref }: Pick<DemoGrant, "memberId" | "ref">,
): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM ledger_txn
    WHERE member_id = ${memberId} AND kind = 'adjust' AND ref = ${`${ref}:balance`}`);
  return found.rows.length > 0;
}
