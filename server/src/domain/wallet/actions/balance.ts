/** The member's money as of now: bonus ends and holds lapse by time, whether or not a job has run. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { balancesOf } from "../../ledger/actions.ts";
import type { Balances } from "../../ledger/model.ts";
import { callExpire, expiredBonus, hasUnbookedExpiry, membersWithDueBonus } from "../store/lots.ts";

/** Fen. `reward` is what may be withdrawn; `held` is set aside for orders and withdrawals under way. */
export type Wallet = {
  readonly principal: number;
  readonly bonus: number;
  readonly reward: number;
  readonly held: number;
};

/** The member's money in fen as of `now` (null: the database's clock). */
export async function walletOf(
  db: Db | Tx,
  memberId: string,
  now: Date | null = null,
): Promise<Wallet> {
  const balances = await balancesOf(db, memberId, now);
  const ended = balances.bonus > 0 ? await runReadQuery(db, expiredBonus, [memberId, now]) : 0;
  return walletWith(balances, ended);
}

/** The bonus of member `$1` that has ended by `$2`, to be read with other things. */
export const expiredBonusReading = expiredBonus;

/** The wallet that these balances make, of whose bonus so much has ended. */
export function walletWith(balances: Balances, ended: number): Wallet {
  return {
    principal: balances.principal,
    bonus: Math.max(0, balances.bonus - ended),
    reward: balances.reward_cash,
    held: balances.held_principal + balances.held_bonus + balances.held_reward,
  };
}

/** Books what time has ended for this member, so that what is read next agrees with it to the fen. */
export async function expireDueOf(context: Context, db: Db, memberId: string): Promise<void> {
  const now = context.clock.sql();
  if (await hasUnbookedExpiry(db, memberId, now)) await callExpire(db, memberId, now);
}

const MEMBERS_AT_ONCE = 200;

/**
 * Books bonus that has ended; safe at any time and by several at once. Answers the members seen; failures are thrown at
 * the end, so that one book keeps nobody else's waiting.
 */
export async function expireBonus(context: Context, db: Db): Promise<number> {
  const members = await membersWithDueBonus(db, context.clock.sql(), MEMBERS_AT_ONCE);
  const failures: unknown[] = [];
  for (const memberId of members) {
    const [result] = await Promise.allSettled([callExpire(db, memberId, context.clock.sql())]);
    if (result?.status === "rejected") failures.push(result.reason);
  }
  if (failures.length > 0) throw new AggregateError(failures, "some bonus was not booked");
  return members.length;
}
