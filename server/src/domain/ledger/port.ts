/** Port of the ledger's readers to the modules above, which can resolve the ids in postings. */
import type { Db, Tx } from "../../platform/database/pool.ts";

/** Finds the order numbers shown to people, by the order ids in postings. */
export interface OrderNumberLookup {
  /** Returns the numbers by order id, only for orders of this member; others are left out. */
  orderNos(
    db: Db | Tx,
    memberId: string,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}
