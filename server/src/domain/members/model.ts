/**
 * Members. Terms: a *member* is a customer with an identity; a *guest* owns one anonymous
 * redemption and never counts as a member; a *session* is one login on one device; a *challenge* is
 * one SMS with one code.
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

/** The purpose of an SMS code; it is not valid for any other. */
export type Scene =
  | "login"
  | "console"
  | "bind"
  | "change"
  | "step_up:pay"
  | "step_up:withdraw"
  | "step_up:pay_password"
  | "step_up:identity"
  | "step_up:phone"
  | "step_up:close"
  | "step_up:copy";

/** Returns the requester id of a challenge that a logged-in member requested. */
export const requesterOf = (memberId: string): string => `member:${memberId}`;

/** Statuses that may have a session. */
export const MAY_LOG_IN: ReadonlySet<string> = new Set<MemberStatus>([
  "ACTIVE",
  "RESTRICTED",
  "CANCELLING",
]);

/** 13812341234 → 138****1234. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** Returns the Luhn check digit of a string of digits; it detects a mistyped or swapped digit. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns a member number that is easy to read aloud: eight random digits and a check digit, never
 * starting with 0.
 */
export function makeMemberNo({ random }: Pick<Context, "random">): string {
  const digits = String(10_000_000 + randomBelow(random, 90_000_000));
  return digits + luhnDigit(digits);
}

/**
 * Returns the initial name of a new member: from the end of the phone, or of the member number when
 * there is none.
 */
export const firstNickname = (number: string): string => `云鲸会员${number.slice(-4)}`;

/**
 * Returns true for an initial name. No member can set one: the nickname rules reserve its first
 * word.
 */
export const isFirstNickname = (nickname: string): boolean => /^云鲸会员\d{4}$/.test(nickname);
