/**
 * Reads the member's current balance: bonus expires and holds lapse by time, whether or not a job
 * has run.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import { unlessLocked } from "../../../platform/database/transaction.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { balancesOf } from "../../ledger/actions.ts";
import type { Balances } from "../../ledger/model.ts";
import { callExpire, expiredBonus, hasUnbookedExpiry, membersWithDueBonus } from "../store/lots.ts";

/** Fen. `reward` may be withdrawn; `held` is on hold for orders and withdrawals under way. */
export type Wallet = {
  readonly principal: number;
  readonly bonus: number;
  readonly reward: number;
  readonly held: number;
};

/** Returns the member's balance in fen as of `now` (null: the database's clock). */
export async function walletOf(
  db: Db | Tx,
  memberId: string,
  now: Date | null = null,
): Promise<Wallet> {
  const balances = await balancesOf(db, memberId, now);
  const ended = balances.bonus > 0 ? await runReadQuery(db, expiredBonus, [memberId, now]) : 0;
  return walletWith(balances, ended);
}

/** The query of the expired bonus of member `$1` as of `$2`, to combine with other reads. */
export const expiredBonusReading = expiredBonus;

/** Builds the wallet from the balances, less the expired bonus `ended`. */
export function walletWith(balances: Balances, ended: number): Wallet {
  return {
    principal: balances.principal,
    bonus: Math.max(0, balances.bonus - ended),
    reward: balances.reward_cash,
    held: balances.held_principal + balances.held_bonus + balances.held_reward,
  };
}

/**
 * Posts the member's expired bonus and lapsed holds, so that the next read agrees with it to the
 * fen. Returns false when a writer holds the member's ledger: a read does not wait for it, and counts
 * by time what is not posted.
 */
export async function expireDueOf(context: Context, db: Db, memberId: string): Promise<boolean> {
  const now = context.clock.sql();
  if (!(await hasUnbookedExpiry(db, memberId, now))) return true;
  return unlessLocked(db, (tx) => callExpire(tx, memberId, now));
}

const MEMBERS_AT_ONCE = 200;

/**
 * Posts expired bonus; safe at any time and concurrently. Returns the number of members processed;
 * failures are thrown at the end, so that one member's failure does not block the others.
 */
export async function expireBonus(context: Context, db: Db): Promise<number> {
  const members = await membersWithDueBonus(db, context.clock.sql(), MEMBERS_AT_ONCE);
  const failures = await runEach(members, (memberId) =>
    callExpire(db, memberId, context.clock.sql()),
  );
  throwFailures(failures, "some bonus was not expired");
  return members.length;
}
