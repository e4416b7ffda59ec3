/**
 * Operators: the people who work in the console.
 *
 * - operator: a member with a row in `operator`; disabled operators keep their row.
 * - role: a named set of permissions with a version; an operator may have several.
 * - authenticator: the second factor, time-based codes (TOTP, RFC 6238); enrolled once confirmed.
 * - recovery code: replaces a code of the authenticator once.
 * - ticket: proves the first step of a login (the code by SMS) to the second step.
 * - proof: the second factor was passed within the last five minutes, in this session.
 */
import type { Random } from "../../platform/random.ts";

export type Step = "totp" | "enrol";

export const RECOVERY_CODES = 10;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CODE_LENGTH = 10;

/** Returns recovery codes of 50 random bits each, in the form `ABCDE-FGH23`. */
export function makeRecoveryCodes({ random }: { readonly random: Random }): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const symbols = Array.from(random.bytes(CODE_LENGTH), (byte) => ALPHABET[byte % 32]).join("");
    return `${symbols.slice(0, 5)}-${symbols.slice(5)}`;
  });
}

/** Returns a recovery code as it is hashed: upper case, without the dash. */
export const normalizeRecoveryCode = (code: string): string =>
  code.replaceAll("-", "").toUpperCase();
