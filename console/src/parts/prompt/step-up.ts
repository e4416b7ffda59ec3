/** How the prompt proves anew who the operator is; the login registers the call for it. */
import { currentOperator, setOperator } from "../../api/operator.ts";

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

/** Returns true while the last proof that this page knows of is fresh; the server decides. */
export const isProofFresh = (): boolean => (currentOperator()?.provenUntil ?? 0) > Date.now();

/** Checks the code; rejects with the refusal of a wrong one. */
export const proveAgain = async (code: string): Promise<void> => {
  const proof = await stepUp?.(code);
  const operator = currentOperator();
  if (proof && operator) setOperator({ ...operator, provenUntil: proof.provenUntil });
};
