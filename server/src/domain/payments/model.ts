/**
 * Payments through a channel.
 *
 * attempt one attempt to pay a payable, under one number at the channel number out_trade_no: our
 * number, created once and never replaced update the channel's status update of an attempt;
 * notification and query have the same fields payable what is paid for (an order, a top-up); it has
 * at most one open attempt, and at most one that wins won paid, and accepted late paid, but no
 * longer payable; second: paid, but another attempt had won. Both are returned automatically return
 * the refund of such a payment, under a refund number created once suspense the account that has
 * the channel's money until it is accepted or returned
 */
import { createHash } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import type { AttemptState, ReturnState } from "./lifecycle.ts";
import type { Via } from "./port.ts";

export type BizType = "order" | "topup";

/** An attempt; instants in ms. */
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

/** A return, as the job reads it. */
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

/** The outcome of a status update. */
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
/**
 * Generates a number for the channel: 32 characters, unguessable, of the characters the channel
 * allows.
 */
export const newOutTradeNo = (random: Random): string =>
  `YP${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;
/** Generates a refund number of the same form. */
export const newRefundNo = (random: Random): string =>
  `YR${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

/** The seal context of an attempt's payer (openid, or address). */
export const payerSealContext = (attemptId: string): string =>
  `payment_attempt:payer_sealed:${attemptId}`;

/**
 * Identifies the payer, to compare it with that of a later attempt. Outside WeChat, anyone who
 * opens the link can pay.
 */
export const payerHash = (payer: { via: "jsapi"; openid: string } | { via: "h5" }): Buffer =>
  createHash("sha256")
    .update(payer.via === "jsapi" ? `jsapi:${payer.openid}` : "h5")
    .digest();

/** Returns when to query again: by the schedule of domain.md 5, and once just after the end; ms. */
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
