/** What the ledger's readers ask of the rooms above, which alone know what a posting's ids stand for. */
import type { Db, Tx } from "../../platform/database/pool.ts";

/** The numbers that people read, by the ids that postings carry. */
export interface OrderNumberLookup {
  /** By order id, of those orders that lie in this member's own book; others are left out. */
  orderNos(
    db: Db | Tx,
    memberId: string,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}
