/**
 * Step-up authentication. Terms: a *proof* is a token that confirms the member's identity again,
 * created with the pay password or with a code sent to the member's own phone; it serves one action
 * of one *purpose*; a *permit* is the amount that an order may spend of the balance.
 */
import { hashToken } from "../../platform/secrets.ts";

/** Returns the hash under which a proof's token is stored and found. */
export const proofHash = (stepUp: string): Buffer => hashToken(stepUp);

/** Returns whether the digits are one run up or down, wrapping at 0: variants of 123456. */
const isRun = (digits: readonly number[], step: number): boolean =>
  digits.every(
    (digit, place) => place === 0 || (digit - (digits[place - 1] ?? 0) + 10) % 10 === step,
  );

/**
 * Returns whether six digits are guessed first: one repeated digit, runs, repeated parts, pairs, a
 * part of the phone.
 */
export function isWeak(password: string, phone: string): boolean {
  const digits = [...password].map(Number);
  const isRepeated = [1, 2, 3].some((length) => {
    const part = password.slice(0, length);
    return part.repeat(password.length / length) === password;
  });
  const isPairs = /^(\d)\1(\d)\2(\d)\3$/.test(password);
  return isRepeated || isPairs || isRun(digits, 1) || isRun(digits, 9) || phone.includes(password);
}
