/** What the balance asks of the rooms above, which alone know what else a member's money is set aside for. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { OrderNumberLookup } from "../ledger/port.ts";

/** A withdrawal that has not ended: its number, its fen, and what the member reads of it. */
export type PendingPayout = { readonly no: string; readonly fen: number; readonly text: string };

export interface PayoutReader {
  listPending(db: Db | Tx, memberId: string): Promise<readonly PendingPayout[]>;
  /** The numbers of withdrawals by the ids of their holds, whatever became of them. */
  findNumbers(
    db: Db | Tx,
    memberId: string,
    holdIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

/** What the summary and the statement ask of the rooms above. */
export type WalletCauses = { readonly causes: OrderNumberLookup; readonly payouts: PayoutReader };
