/**
 * Paying through a channel.
 *
 *   attempt    one try to pay one business (an order, a top-up), under one number at the channel
 *   number     out_trade_no: ours, made once and never replaced
 *   word       what the channel says of an attempt; notification and query say it in the same words
 *   business   what is paid for; it has at most one open attempt, and at most one that wins
 *   won        paid, and the business took it
 *   late       paid, but the business was over; second: paid, but another attempt had won. Both go back by themselves
 *   return     such a payment on its way back, under a refund number made once
 *   suspense   where the channel's money lies until the business takes it or the channel has it back
 */
import { createHash } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { AttemptState, ReturnState } from "./machine.ts";
import type { Via } from "./port.ts";

export type BizType = "order" | "topup";

/** An attempt as the actions see it; instants in ms. */
export type Attempt = {
  readonly ownerId: string;
  readonly id: string;
  readonly bizType: BizType;
  readonly bizId: string;
  readonly via: Via;
  readonly outTradeNo: string;
  readonly title: string;
  readonly amountFen: number;
  readonly payerHash: Buffer;
  readonly payerSealed: Buffer;
  readonly state: AttemptState;
  readonly prepayId: string | null;
  readonly pollCount: number;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** A return as the courier sees it. */
export type PaymentReturn = {
  readonly ownerId: string;
  readonly id: string;
  readonly attemptId: string;
  readonly refundNo: string;
  readonly outTradeNo: string;
  readonly amountFen: number;
  readonly paidFen: number;
  readonly reason: string;
  readonly state: ReturnState;
  readonly pollCount: number;
};

/** What becomes of a word; `unwanted` says why the channel's money is not ours to credit. */
export type UpdateOutcome =
  | "won"
  | "late"
  | "second"
  | "repeat"
  | "closed"
  | "none"
  | "conflict"
  | "unknown_number";

const NUMBER_BYTES = 15;
/** A new number at the channel: 32 characters that cannot be guessed, of those the channel takes. */
export const newOutTradeNo = (random: Random): string =>
  `YP${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;
/** The same for a payment that goes back. */
export const newRefundNo = (random: Random): string =>
  `YR${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

/** Where an attempt's payer (openid, or address) is sealed to. */
export const payerSealContext = (attemptId: string): string =>
  `payment_attempt:payer_sealed:${attemptId}`;

/** Tells whether a later attempt has the same payer. Outside WeChat whoever opens the link pays. */
export const payerHash = (payer: { via: "jsapi"; openid: string } | { via: "h5" }): Buffer =>
  createHash("sha256")
    .update(payer.via === "jsapi" ? `jsapi:${payer.openid}` : "h5")
    .digest();

/** When to ask again: by the schedule of domain.md 5, and once just after the end; ms. */
export function nextPollAt(
  attempt: Pick<Attempt, "createdAt" | "expiresAt">,
  now: number,
  settings: Settings,
): number {
  const early = settings.payLookSeconds
    .map((seconds) => attempt.createdAt + seconds * 1000)
    .find((at) => at > now);
  const next = early ?? now + settings.payLookAgainMs;
  return now < attempt.expiresAt ? Math.min(next, attempt.expiresAt) : next;
}
