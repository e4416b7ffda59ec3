/** What orders ask of the rooms above when something definitely failed: the exchange code back, the money back. */
import type { Tx } from "../../platform/database/pool.ts";

export interface CodeReturner {
  /**
   * Makes the code live again, once for each failed order, in the caller's transaction; a second call for the same
   * order changes nothing and answers `returned`. `refused`: this code was given back three times already, and a
   * person must look at it.
   */
  giveBack(
    tx: Tx,
    order: {
      readonly ownerId: string;
      readonly orderId: string;
      readonly codeMac: Buffer;
      readonly codeId: string;
      readonly redemptionN: number;
    },
  ): Promise<"returned" | "refused">;
}

export interface ItemRefunder {
  /**
   * Gives back all that was paid for an item that definitely failed, in the caller's transaction, once for each item;
   * a second call changes nothing. What the channel has to pay back follows after the commit.
   */
  refundItem(
    tx: Tx,
    item: {
      readonly ownerId: string;
      readonly orderId: string;
      readonly itemId: string;
      readonly reason: string;
    },
  ): Promise<void>;
}
