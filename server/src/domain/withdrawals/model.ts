/**
 * Withdrawals of reward cash.
 *
 * - withdrawal: an amount of reward cash that a member requests, under a number for people to read
 *   out.
 * - held: on hold in the ledger; the hold's id is the withdrawal's, and it has no lease.
 * - fee, net: what is deducted from the amount, and what the payee gets.
 * - check: a condition tested when a withdrawal is created; a failed one requires an operator's
 *   review.
 * - bill: our one number at the channel. It is assigned when the withdrawal is approved, and never
 *   again.
 * - update: the channel's status update of a bill; an answer, a query and a notification have the
 *   same fields.
 * - waiting: the channel has accepted it, and the member must confirm in WeChat, within a day.
 * - unknown: sent, and without an answer. It is queried, never sent under another number.
 */
import type { Context } from "../../platform/context.ts";
import { type Random, randomBelow } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import { luhnDigit } from "../members/model.ts";
import { createHash } from "node:crypto";
import type { WithdrawalState } from "./lifecycle.ts";

export type Check = { readonly name: string; readonly isGood: boolean; readonly text: string };

/** A withdrawal; instants in ms, money in fen. */
export type Withdrawal = {
  readonly ownerId: string;
  readonly id: string;
  readonly withdrawalNo: string;
  readonly state: WithdrawalState;
  readonly endedHow: "paid" | "failed" | "rejected" | "cancelled" | null;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly netFen: number;
  readonly payeeHash: Buffer;
  readonly payeeSealed: Buffer;
  readonly nameSealed: Buffer | null;
  readonly reason: string | null;
  readonly outBillNo: string | null;
  readonly package: string | null;
  readonly channelStatus: string | null;
  readonly refusedAt: number | null;
  readonly pollCount: number;
  readonly nextPollAt: number | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly sentAt: number | null;
  readonly waitedAt: number | null;
  readonly endedAt: number | null;
};

const PER = 10_000;
/** Returns the fee of an amount, in fen: its percentage rounded up, and at least the minimum. */
export const feeOf = (
  amountFen: number,
  settings: Pick<Settings, "withdrawFeePer10000" | "withdrawFeeMinFen">,
): number =>
  Math.max(settings.withdrawFeeMinFen, Math.ceil((amountFen * settings.withdrawFeePer10000) / PER));

/** From this amount on WeChat itself checks the payee's name, independent of our own limit. */
const CHANNEL_NAME_FROM_FEN = 200_000;
export const needsName = (
  { amountFen, netFen }: Pick<Withdrawal, "amountFen" | "netFen">,
  { withdrawNameAboveFen }: Pick<Settings, "withdrawNameAboveFen">,
): boolean => amountFen > withdrawNameAboveFen || netFen >= CHANNEL_NAME_FROM_FEN;

const NUMBER_BYTES = 15;
/** Generates a number for the channel: 32 letters and digits, unguessable. */
export const newOutBillNo = (random: Random): string =>
  `YW${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

const NUMBERS_OFFERED = 3;
const DAY_ONLY = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" });
/**
 * Generates candidate numbers, of which the first free one is used: 9, the day, eight random
 * digits, a check digit.
 */
export function generateWithdrawalNos({
  clock,
  random,
}: Pick<Context, "clock" | "random">): string[] {
  const day = DAY_ONLY.format(clock.now()).replaceAll("-", "");
  return Array.from({ length: NUMBERS_OFFERED }, () => {
    const half = () => String(randomBelow(random, 10_000)).padStart(4, "0");
    const digits = `9${day}${half()}${half()}`;
    return digits + luhnDigit(digits);
  });
}

/** The seal contexts of a withdrawal's payee (openid) and name. */
export const payeeSealContext = (id: string): string => `withdrawal:payee_sealed:${id}`;
export const nameSealContext = (id: string): string => `withdrawal:name_sealed:${id}`;

/** Identifies the payee, to compare two withdrawals. */
export const payeeHash = (openid: string): Buffer =>
  createHash("sha256").update(`wechatpay:${openid}`).digest();

const DAY_MS = 86_400_000;
/** Returns the checks on a member that need no lock; the payee is checked with the withdrawal. */
export function checksOf(
  member: { readonly createdAt: number; readonly adjustedFen: number },
  now: number,
  settings: Pick<Settings, "withdrawAccountAgeMs">,
): Check[] {
  const ageMs = now - member.createdAt;
  const days = Math.max(0, Math.floor(ageMs / DAY_MS));
  const isOld = ageMs >= settings.withdrawAccountAgeMs;
  const adjusted = (member.adjustedFen / 100).toFixed(2);
  const neededDays = Math.ceil(settings.withdrawAccountAgeMs / DAY_MS);
  return [
    {
      name: "age",
      isGood: isOld,
      text: isOld ? `注册已满 ${days} 天` : `注册 ${days} 天，不满 ${neededDays} 天`,
    },
    // Informational only: two operators made each adjustment.
    {
      name: "source",
      isGood: true,
      text: member.adjustedFen > 0 ? `奖励金中有人工调账 ${adjusted} 元` : "奖励金均来自活动奖励",
    },
  ];
}
