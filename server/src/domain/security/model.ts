/**
 * Step-up. Terms: a *proof* is a token that shows once more who acts, made by the pay password or by a code sent to the
 * member's own phone; it serves one act of one *purpose*; a *permit* is what an order may spend of the balance.
 */
import { hashToken } from "../../platform/secrets.ts";

/** How a proof's token is kept, and asked for. */
export const proofHash = (stepUp: string): Buffer => hashToken(stepUp);

/** How often 123456 is found written another way: by a whole run, up or down, through 0. */
const isRun = (digits: readonly number[], step: number): boolean =>
  digits.every(
    (digit, place) => place === 0 || (digit - (digits[place - 1] ?? 0) + 10) % 10 === step,
  );

/** Whether six digits are among those tried first: one digit alone, runs, repeated parts, pairs, a part of the phone. */
export function isWeak(password: string, phone: string): boolean {
  const digits = [...password].map(Number);
  const isRepeated = [1, 2, 3].some((length) => {
    const part = password.slice(0, length);
    return part.repeat(password.length / length) === password;
  });
  const isPairs = /^(\d)\1(\d)\2(\d)\3$/.test(password);
  return isRepeated || isPairs || isRun(digits, 1) || isRun(digits, 9) || phone.includes(password);
}
