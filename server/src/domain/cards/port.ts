/** What the cards module calls in the modules above it. */
import type { Tx } from "../../platform/database/pool.ts";

/** The order that a card came with. */
export type CardOrder = { readonly ownerId: string; readonly orderId: string };

export interface CardListener {
  /**
   * Locks the order before its card changes: every action that changes both locks the order first.
   */
  lockOrder(tx: Tx, order: CardOrder): Promise<void>;
  /** Called in the transaction that marks a card as used. */
  onUsed(tx: Tx, order: CardOrder, memberId: string): Promise<void>;
}
