/** What a press on a login button does (D07), without React: terms first, then its handler. */
import { asPromise } from "./form-validation.ts";
import type { LoginButton } from "./dialog-types.ts";

type LoginSteps = {
  readonly isAgreed: boolean;
  /** Asks whether all terms were read; only a yes goes on. */
  readonly ask: () => Promise<boolean>;
  /** Ticks the terms. */
  readonly agree: () => void;
  /** The handler is about to run. */
  readonly begin: () => void;
};

/** Answers whether the handler ran; rejects as the handler does. */
export async function pressLogin(button: LoginButton, steps: LoginSteps): Promise<boolean> {
  if (!steps.isAgreed) {
    if (!(await steps.ask())) return false;
    steps.agree();
  }
  steps.begin();
  await asPromise(() => button.handler?.());
  return true;
}
