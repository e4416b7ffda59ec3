/**
 * Taking reward cash out.
 *
 * - withdrawal: an amount of reward cash that a member asks for, under a number people can read out.
 * - held: set aside by a hold of the ledger whose id is the withdrawal's, and which has no lease.
 * - fee, net: what of the amount is kept, and what the payee gets.
 * - check: a question asked of a withdrawal when it is made; a bad answer asks for a person.
 * - bill: our one number at the channel. It is drawn when the withdrawal may go out, and never again.
 * - word: what the channel says of a bill; an answer, a query and a notification say it alike.
 * - waiting: the channel has taken it, and the member must confirm in WeChat, within a day.
 * - unknown: sent, and without a word. It is asked about, never sent under another number.
 */
import type { Context } from "../../platform/context.ts";
import { type Random, randomBelow } from "../../platform/random.ts";
import type { Settings } from "../../platform/settings.ts";
import { luhnDigit } from "../members/model.ts";
import { createHash } from "node:crypto";
import type { WithdrawalState } from "./machine.ts";

export type Check = { readonly name: string; readonly isGood: boolean; readonly text: string };

/** A withdrawal as the actions see it; instants in ms, money in fen. */
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
/** What is kept of an amount, fen: its share rounded up, and at least the minimum. */
export const feeOf = (
  amountFen: number,
  settings: Pick<Settings, "withdrawFeePer10000" | "withdrawFeeMinFen">,
): number =>
  Math.max(settings.withdrawFeeMinFen, Math.ceil((amountFen * settings.withdrawFeePer10000) / PER));

/** WeChat itself compares the payee's name from here on, whatever our own limit is. */
const CHANNEL_NAME_FROM_FEN = 200_000;
export const needsName = (
  { amountFen, netFen }: Pick<Withdrawal, "amountFen" | "netFen">,
  { withdrawNameAboveFen }: Pick<Settings, "withdrawNameAboveFen">,
): boolean => amountFen > withdrawNameAboveFen || netFen >= CHANNEL_NAME_FROM_FEN;

const NUMBER_BYTES = 15;
/** A new number at the channel: 32 letters and digits that cannot be guessed. */
export const newOutBillNo = (random: Random): string =>
  `YW${Buffer.from(random.bytes(NUMBER_BYTES)).toString("hex")}`;

const NUMBERS_OFFERED = 3;
const DAY_ONLY = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" });
/** Numbers people can read out, of which the first free one is taken: 9, the day, eight drawn digits, a check digit. */
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

/** Where a withdrawal's payee (openid) and name are sealed to. */
export const payeeSealContext = (id: string): string => `withdrawal:payee_sealed:${id}`;
export const nameSealContext = (id: string): string => `withdrawal:name_sealed:${id}`;

/** Tells whether two withdrawals go to the same payee. */
export const payeeHash = (openid: string): Buffer =>
  createHash("sha256").update(`wechatpay:${openid}`).digest();

const DAY_MS = 86_400_000;
/** What can be said of a member before anything is locked; the payee is checked with the withdrawal. */
export function checksOf(
  member: { readonly createdAt: number; readonly adjustedFen: number },
  now: number,
  settings: Pick<Settings, "withdrawAccountAgeMs">,
): Check[] {
  const ageMs = now - member.createdAt;
  const days = Math.max(0, Math.floor(ageMs / DAY_MS));
  const isOld = ageMs >= settings.withdrawAccountAgeMs;
  const adjusted = (member.adjustedFen / 100).toFixed(2);
  return [
    { name: "age", isGood: isOld, text: isOld ? `注册已满 ${days} 天` : `新会员，注册 ${days} 天` },
    // Told, not judged: two persons made each adjustment.
    {
      name: "source",
      isGood: true,
      text: member.adjustedFen > 0 ? `奖励金中有人工调账 ${adjusted} 元` : "奖励金均来自活动奖励",
    },
  ];
}
