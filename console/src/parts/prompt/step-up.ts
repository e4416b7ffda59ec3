/** How the prompt proves anew who the operator is; the login registers the call for it. */

type StepUp = (code: string) => Promise<unknown>;

let stepUp: StepUp | undefined;

/** Registers the call that checks a code of the authenticator: `api.operatorPassport.stepUp`. */
export function setStepUp(call: StepUp): void {
  stepUp = call;
}

/** Returns true where operators have an authenticator. */
export const hasStepUp = (): boolean => stepUp !== undefined;

/** Checks the code; rejects with the refusal of a wrong one. */
export const proveAgain = async (code: string): Promise<void> => {
  await stepUp?.(code);
};
