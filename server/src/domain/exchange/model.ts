/**
 * Exchange codes: the targets of a batch, and how a code becomes an order. Terms:
 *
 * - batch: codes with one target, created or imported by a maker and made live by a checker, who is
 *   another person.
 * - code: stored as a keyed hash for look-up and sealed for re-issue; support sees only its last
 *   four symbols.
 * - session: a lease of fifteen minutes on one code; its token is derived from its id and never
 *   stored.
 * - owner: the member under whom the order is stored: the guest created for the session, or the
 *   member who logged in.
 * - redemption: turning a code into one order; numbered, so that a returned code's next redemption
 *   is distinct.
 * - proof: proof of work of a caller without a login while codes are being guessed; it can be used
 *   once (guessing/).
 * - canary: a code of the right form in no batch; a try alerts operators.
 * - wrong try: a code that does not exist or is not open to this caller; typos are not counted.
 */
import {
  CODE_ALPHABET,
  CODE_DATA_SYMBOLS,
  checkSymbols,
  parseCode,
} from "@yunjing/contract/exchange-code";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../platform/context.ts";

/** The encryption context of a sealed code. */
export const codeSealContext = (codeId: string): string => `code:code_sealed:${codeId}`;

/**
 * Derives the token of a session, so that the same session can be returned again and its token is
 * never stored.
 */
export const sessionTokenOf = ({ secrets }: Pick<Context, "secrets">, sessionId: string): string =>
  secrets.deriveToken("code-session", sessionId);

/** Returns the look-up key of a code. Codes that normalise to the same text have the same key. */
export const codeMac = ({ secrets }: Pick<Context, "secrets">, folded: string): Buffer =>
  secrets.mac("code-lookup", folded);

/** Draws new codes without hyphens: 16 symbols of five random bits each, then the check symbols. */
export function drawCodes({ random }: Pick<Context, "random">, count: number): string[] {
  const bytes = random.bytes(count * CODE_DATA_SYMBOLS);
  return Array.from({ length: count }, (_, index) => {
    const own = bytes.subarray(index * CODE_DATA_SYMBOLS, (index + 1) * CODE_DATA_SYMBOLS);
    const data = Array.from(own, (byte) => CODE_ALPHABET[byte & 31]).join("");
    return data + checkSymbols(data);
  });
}

/** Normalises a typed code for comparison. Returns `undefined` for text that cannot be a code. */
export function foldCode(typed: string): string | undefined {
  const reading = parseCode(typed);
  return reading.form === "none" ? undefined : reading.code;
}

export const lastFour = (folded: string): string => folded.slice(-4);

/**
 * Returns whether the target needs a member's account. A meal can go to anyone; for a benefit its
 * choices decide.
 */
export const needsMember = ({ target }: Pick<BatchTarget, "target">): boolean =>
  !["meal", "voucher", "benefit"].includes(target);
