/**
 * Members. Terms: a *member* is a customer with an identity; a *guest* owns one anonymous redemption and never counts
 * as a member; a *session* is one login on one device; a *challenge* is one text message with one code.
 */
import type { Context } from "../../platform/context.ts";
import { randomBelow } from "../../platform/random.ts";

export type MemberStatus =
  | "GUEST"
  | "ACTIVE"
  | "RESTRICTED"
  | "FROZEN"
  | "CANCELLING"
  | "CANCELLED";

/** Statuses that may hold a session. */
export const MAY_LOG_IN: ReadonlySet<string> = new Set<MemberStatus>([
  "ACTIVE",
  "RESTRICTED",
  "CANCELLING",
]);

/** 13812341234 → 138****1234. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** The Luhn digit of a string of digits: a mistyped or swapped digit shows. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return String((10 - (sum % 10)) % 10);
}

/** A member number people can read out: eight random digits and a check digit, never starting with 0. */
export function makeMemberNo({ random }: Pick<Context, "random">): string {
  const digits = String(10_000_000 + randomBelow(random, 90_000_000));
  return digits + luhnDigit(digits);
}

/** The name a new member starts with. */
export const firstNickname = (phone: string): string => `云鲸会员${phone.slice(-4)}`;

const LEVELS = [
  { grade: 1, name: "白鲸会员", growthFrom: 0 },
  { grade: 2, name: "银鲸会员", growthFrom: 500 },
  { grade: 3, name: "金鲸会员", growthFrom: 1_500 },
  { grade: 4, name: "蓝鲸会员", growthFrom: 3_000 },
] as const;

/** The level of a grade and what the next one needs, in growth. */
export function levelOf(grade: number, growth: number) {
  const own = LEVELS.find((level) => level.grade === grade) ?? LEVELS[0];
  const next = LEVELS.find((level) => level.grade === own.grade + 1);
  return {
    grade: own.grade,
    name: own.name,
    growth,
    ...(next ? { nextGrowth: next.growthFrom, nextName: next.name } : {}),
  };
}
