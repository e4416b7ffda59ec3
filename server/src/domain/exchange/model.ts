/**
 * Exchange codes: what a batch of them stands for, and how one becomes an order.
 *
 * - batch: codes with one target, made or imported by a maker and let live by a checker, who is another person.
 * - code: kept as a keyed hash for lookup and sealed for re-issue; of it, support sees the last four symbols.
 * - session: a lease of fifteen minutes on one code; its token is derived from its id and never stored.
 * - owner: whose book the order will lie in: the guest made for the session, or the member who logged in.
 * - redemption: a code's turning into one order; counted, so that a returned code's next one is told apart.
 * - proof: work shown by a caller without a login where codes are being guessed; it counts once (guessing/).
 * - canary: a code of the right form in no batch; a try leaves word for operators.
 * - wrong try: a code that does not exist or is not open to this caller; slips of the fingers are not counted.
 */
import {
  CODE_ALPHABET,
  CODE_DATA_SYMBOLS,
  checkSymbols,
  parseCode,
} from "@yunjing/contract/exchange-code";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../platform/context.ts";

/** Where a code is sealed to. */
export const codeSealContext = (codeId: string): string => `code:code_sealed:${codeId}`;

/** The token that holds a code: derived, so that the same session can be given again and its token is never stored. */
export const sessionTokenOf = ({ secrets }: Pick<Context, "secrets">, sessionId: string): string =>
  secrets.deriveToken("code-session", sessionId);

/** The key a code is looked up by: codes that are read alike have the same. */
export const codeMac = ({ secrets }: Pick<Context, "secrets">, folded: string): Buffer =>
  secrets.mac("code-lookup", folded);

/** Fresh codes without hyphens: 16 symbols of five fair bits each, then the check symbols. */
export function drawCodes({ random }: Pick<Context, "random">, count: number): string[] {
  const bytes = random.bytes(count * CODE_DATA_SYMBOLS);
  return Array.from({ length: count }, (_, index) => {
    const own = bytes.subarray(index * CODE_DATA_SYMBOLS, (index + 1) * CODE_DATA_SYMBOLS);
    const data = Array.from(own, (byte) => CODE_ALPHABET[byte & 31]).join("");
    return data + checkSymbols(data);
  });
}

/** A code as it is compared; undefined for what can be no code at all. */
export function foldCode(typed: string): string | undefined {
  const reading = parseCode(typed);
  return reading.form === "none" ? undefined : reading.code;
}

export const lastFour = (folded: string): string => folded.slice(-4);

/** What lands in a member's account needs a member; a meal can be handed to anyone, a benefit as its choices say. */
export const needsMember = ({ target }: Pick<BatchTarget, "target">): boolean =>
  !["meal", "voucher", "benefit"].includes(target);
