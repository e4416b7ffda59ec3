/** Handles a press on a login button (D07), without React: terms first, then its handler. */
import { asPromise } from "./form-validation.ts";
import type { LoginButton } from "./dialog-types.ts";

type LoginSteps = {
  readonly isAgreed: boolean;
  /** Asks whether the member agrees to all terms; only true continues. */
  readonly ask: () => Promise<boolean>;
  /** Checks the checkboxes of the terms. */
  readonly agree: () => void;
  /** Called just before the handler runs. */
  readonly begin: () => void;
};

/** Resolves with whether the handler ran; rejects as the handler does. */
export async function pressLogin(button: LoginButton, steps: LoginSteps): Promise<boolean> {
  if (!steps.isAgreed) {
    if (!(await steps.ask())) return false;
    steps.agree();
  }
  steps.begin();
  await asPromise(() => button.handler?.());
  return true;
}
