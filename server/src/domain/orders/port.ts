/** What orders ask of the rooms above: the exchange code taken or given back, the money back when something failed. */
import type { OrderCard } from "@yunjing/contract/schemas/orders";
import type { Tx } from "../../platform/database/pool.ts";

export interface CodeReturner {
  /**
   * Makes the code live again, once for each failed order, in the caller's transaction; a second call for the same
   * order changes nothing and answers `returned`. `refused`: this code was given back three times already, and a
   * person must look at it.
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

/** An order that a code pays the greater part of, and waits for the rest. */
export type WaitingCode = {
  readonly ownerId: string;
  readonly orderId: string;
  readonly title: string;
  readonly codeMac: Buffer;
  /** Which redemption of the code the order was opened for. */
  readonly redemptionN: number;
};

/** Where an order stands in the list: microseconds since 1970 and its id. */
type ListPosition = { readonly micros: number; readonly id: string };

/** Orders a member placed elsewhere: rooms above keep them, and they stand among the own ones by their time. */
export interface ExternalOrders {
  /** At most `limit` after a place, newest first, of those that the filter asks for. */
  list(
    memberId: string,
    asked: {
      readonly filter: {
        readonly kind?: string | undefined;
        readonly state?: string | undefined;
        readonly keyword?: string | undefined;
      };
      readonly after: ListPosition | undefined;
      readonly limit: number;
    },
  ): Promise<readonly (ListPosition & { readonly card: OrderCard })[]>;
  /** How many there are, and under which kind. */
  count(memberId: string): Promise<{ readonly kind: string; readonly count: number }>;
}

export interface CodeRedeemer {
  /** Redeems the code in the transaction that pays the order; false when somebody else has it by now. */
  redeem(tx: Tx, waiting: WaitingCode): Promise<boolean>;
  /** The channel brought the rest: order and code together; answers as `functions/paid.sql`. */
  redeemPaid(
    tx: Tx,
    waiting: WaitingCode,
    payment: { readonly attemptId: string; readonly amountFen: number },
  ): Promise<"paid" | "repeat" | "late">;
  /** The order is given up: the code is free again, and this is not counted. */
  release(tx: Tx, waiting: Pick<WaitingCode, "ownerId" | "orderId" | "codeMac">): Promise<void>;
}
