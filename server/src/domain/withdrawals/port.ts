/** The port of a payout channel, and of the member's additional proof. Amounts are fen. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { TransferStatusUpdate } from "../payments/port.ts";

export type Payout = {
  /** Our number, created once and never replaced; at most 32 letters and digits. */
  readonly outBillNo: string;
  readonly openid: string;
  /** The payee's real name, where the channel must compare it. */
  readonly realName?: string;
  readonly amountFen: number;
};

export type PayoutAnswer =
  | { readonly state: "known"; readonly update: TransferStatusUpdate }
  /** The channel has no such number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  /** Not accepted; `code` is the channel's. Only a query under the number makes it certain. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  | { readonly state: "unknown"; readonly reason: string };

export interface PayoutChannel {
  /** Our account at the channel; a status update for another account is not about our money. */
  readonly account: { readonly appId: string; readonly merchantId: string };
  /** Safe to repeat under the same number with the same content. */
  transfer(order: Payout): Promise<PayoutAnswer>;
  query(outBillNo: string): Promise<PayoutAnswer>;
  /**
   * Requests the cancellation of a transfer that its payee has not confirmed; only a status update
   * of the number proves it.
   */
  cancel(outBillNo: string): Promise<PayoutAnswer>;
  /**
   * Only in the sandbox channel: the page where a person confirms instead of WeChat's JS bridge.
   */
  confirmUrl?(outBillNo: string): string;
}

/** The additional proof of the member's identity. */
export interface WithdrawProofs {
  /** Whether the member has set a pay password: such members prove every withdrawal. */
  hasPassword(db: Db | Tx, memberId: string): Promise<boolean>;
  /** Uses up a proof; false when it is invalid, expired, or for another purpose. */
  consume(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
  /**
   * Returns until when no proof is accepted because the phone was just changed: as text, and in ms.
   */
  cooldownOf(
    tx: Tx,
    memberId: string,
  ): Promise<{ readonly until: string; readonly untilMs: number } | undefined>;
}
