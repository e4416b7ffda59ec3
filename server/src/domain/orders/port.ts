/**
 * What orders call in the modules above: redeem or return the exchange code, refund what failed.
 */
import type { OrderCard } from "@yunjing/contract/schemas/orders";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { Now } from "../../platform/database/sql.ts";
import type { Receipt, Received } from "../payments/port.ts";

export interface CodeReturner {
  /**
   * Makes the code usable again, once for each failed order, in the caller's transaction; a second
   * call for the same order changes nothing and returns `returned`. `refused`: this code was
   * returned three times already, and an operator must check it.
   */
  returnCode(
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
   * Refunds all that was paid for an item that definitely failed, or without `itemId` for all items
   * of the order, in the caller's transaction, once for each item; a second call changes nothing. The
   * channel's part is refunded after the commit.
   */
  refundItem(
    tx: Tx,
    item: {
      readonly ownerId: string;
      readonly orderId: string;
      readonly itemId?: string;
      readonly reason: string;
    },
  ): Promise<void>;
}

/** An order whose greater part a code pays, and that waits for the rest. */
export type WaitingCode = {
  readonly ownerId: string;
  readonly orderId: string;
  readonly title: string;
  readonly codeMac: Buffer;
  /** The redemption of the code that the order was opened for. */
  readonly redemptionN: number;
};

/** A position in the list: microseconds since 1970 and the order's id. */
type ListPosition = { readonly micros: number; readonly id: string };

/**
 * A member's orders in external systems: modules above store them, and the list sorts them among
 * the own ones by time.
 */
export interface ExternalOrders {
  /** Returns at most `limit` orders after a position, newest first, that match the filter. */
  list(
    memberId: string,
    request: {
      readonly filter: {
        readonly kind?: string | undefined;
        readonly state?: string | undefined;
        readonly keyword?: string | undefined;
      };
      readonly after: ListPosition | undefined;
      readonly limit: number;
    },
  ): Promise<readonly (ListPosition & { readonly card: OrderCard })[]>;
  /** Returns their number, and the kind they are counted under. */
  count(memberId: string): Promise<{ readonly kind: string; readonly count: number }>;
}

/** The channel's payment of an order, as `functions/receive.sql` takes it. */
export type OrderPayment = {
  readonly ownerId: string;
  readonly orderId: string;
  readonly attemptId: string;
  /** `paidId` is the id of the order's own postings. */
  readonly receipt: Receipt & { readonly paidId: string };
  readonly now: Now;
};

export interface CodeRedeemer {
  /**
   * Redeems the code in the transaction that pays the order; false when another order has redeemed
   * it meanwhile.
   */
  redeem(tx: Tx, waiting: WaitingCode): Promise<boolean>;
  /** Receives the channel's payment of the rest: redeems the code and pays the order, or neither. */
  receive(db: Db, payment: OrderPayment): Promise<Received>;
  /** Releases the code of a cancelled or expired order; this does not count as a return. */
  release(tx: Tx, waiting: Pick<WaitingCode, "ownerId" | "orderId" | "codeMac">): Promise<void>;
}
