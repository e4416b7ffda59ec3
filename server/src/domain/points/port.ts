/** Port of the points module to the modules above. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { OrderNumberLookup } from "../ledger/port.ts";

export interface PointsOrderLookup extends OrderNumberLookup {
  /**
   * Returns which of these orders were placed in the points mall; the others used points for a part
   * of their price.
   */
  pointsMallOrders(
    db: Db | Tx,
    memberId: string,
    orderIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
}
