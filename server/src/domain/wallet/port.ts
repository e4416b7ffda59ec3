/** What the wallet calls in the modules above, which hold money for other purposes. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { OrderNumberLookup } from "../ledger/port.ts";

/** A withdrawal that has not ended: its number, its fen, and its text for the member. */
export type PendingPayout = { readonly no: string; readonly fen: number; readonly text: string };

export interface PayoutReader {
  listPending(db: Db | Tx, memberId: string): Promise<readonly PendingPayout[]>;
  /** Returns the numbers of withdrawals by the ids of their holds, in any state. */
  findNumbers(
    db: Db | Tx,
    memberId: string,
    holdIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

/** What the summary and the statement call in the modules above. */
export type WalletCauses = { readonly causes: OrderNumberLookup; readonly payouts: PayoutReader };
