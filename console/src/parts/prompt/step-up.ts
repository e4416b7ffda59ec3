/** How the prompt proves anew who the operator is; the login registers the call for it. */
import type { Route } from "@yunjing/contract/operation";
import { currentOperator } from "../../api/operator.ts";

/** Until when the second factor is fresh after the code, ms. */
type Proof = { readonly provenUntil: number };
type StepUp = (code: string) => Promise<Proof>;

let stepUp: StepUp | undefined;

/** Registers the call that checks a code of the authenticator: `api.operatorPassport.stepUp`. */
export function setStepUp(call: StepUp): void {
  stepUp = call;
}

/** Returns true where operators have an authenticator. */
export const hasStepUp = (): boolean => stepUp !== undefined;

/** The last proof of this page, and whose it was. */
let lastProof: (Proof & { readonly uid: string }) | undefined;

/** Returns true while the last proof that this page knows of is fresh; the server decides. */
export function isProofFresh(): boolean {
  const operator = currentOperator();
  if (!operator) return false;
  const own = lastProof?.uid === operator.uid ? lastProof.provenUntil : 0;
  return Math.max(own, operator.provenUntil ?? 0) > Date.now();
}

/** Checks the code; rejects with the refusal of a wrong one. */
export async function proveAgain(code: string): Promise<void> {
  const proof = await stepUp?.(code);
  const uid = currentOperator()?.uid;
  if (proof && uid !== undefined) lastProof = { uid, provenUntil: proof.provenUntil };
}

/**
 * Returns whether the rule of the route (`stepUpOf` of the contract) asks for a fresh second factor.
 * `movesFen` is what the call moves, where the page knows it. A refusal STEP_UP_NEEDED asks in any
 * case.
 */
export function needsProof(
  { stepUp: rule }: Route,
  { movesFen = 0, isProposed = false }: { movesFen?: number; isProposed?: boolean } = {},
): boolean {
  if (rule === "always") return true;
  if (rule === "whenProposed") return isProposed;
  return rule === "byAmount" && movesFen > (currentOperator()?.proofAboveFen ?? 0);
}
