/** The member's view over the money accounts of the ledger. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import { balancesOf } from "../ledger/actions.ts";

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
  return {
    principal: balances.principal,
    bonus: balances.bonus,
    reward: balances.reward_cash,
    held: balances.held_principal + balances.held_bonus + balances.held_reward,
  };
}
