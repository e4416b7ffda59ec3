/** What a channel that pays out must do, and how a member proves once more who asks. Amounts are fen. */
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { TransferStatusUpdate } from "../payments/port.ts";

export type Payout = {
  /** Ours, made once and never replaced; at most 32 letters and digits. */
  readonly outBillNo: string;
  readonly openid: string;
  /** The payee's real name, where the channel is to compare it. */
  readonly realName?: string;
  readonly amountFen: number;
};

export type PayoutAnswer =
  | { readonly state: "word"; readonly update: TransferStatusUpdate }
  /** The channel has no such number; a request on its way may still arrive. */
  | { readonly state: "absent" }
  /** Not taken; `code` is its own word. Only a question under the number makes it certain. */
  | { readonly state: "refused"; readonly code: string; readonly reason: string }
  | { readonly state: "unknown"; readonly reason: string };

export interface PayoutChannel {
  /** Who we are there; a word about somebody else's account is not about our money. */
  readonly account: { readonly appId: string; readonly merchantId: string };
  /** Safe to repeat under the same number with the same content. */
  transfer(order: Payout): Promise<PayoutAnswer>;
  query(outBillNo: string): Promise<PayoutAnswer>;
  /** Takes back what its payee has not confirmed; whether it did, only the word on the number tells. */
  cancel(outBillNo: string): Promise<PayoutAnswer>;
  /** Only of the pretend channel: the page where a person confirms instead of WeChat's bridge. */
  confirmUrl?(outBillNo: string): string;
}

/** The second proof of who asks. */
export interface WithdrawProofs {
  /** True of members who have set a pay password: they prove every withdrawal. */
  hasPassword(db: Db | Tx, memberId: string): Promise<boolean>;
  /** Uses a proof up; false when it is none, or one of another act or time. */
  consume(tx: Tx, proof: { memberId: string; stepUp: string }): Promise<boolean>;
  /** Until when none is taken, since the phone has just been changed: in words, and in ms. */
  cooldownOf(
    tx: Tx,
    memberId: string,
  ): Promise<{ readonly until: string; readonly untilMs: number } | undefined>;
}
