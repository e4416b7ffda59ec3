/** Says who must log in: whoever registered takes over, else the page goes to login (U03). */
import { tokenErrorMessage, tokenState } from "./token.ts";

export type LoginNeed = {
  /** Of an answer that asked for it; absent where a page did. */
  readonly errCode?: string;
  readonly errMsg: string;
  /** The full in-app path the member wanted. */
  readonly uniIdRedirectUrl: string;
};

const listeners = new Set<(need: LoginNeed) => void>();

/** Registers who takes over when login is needed; without one a guarded page goes to login. */
export function onNeedLogin(listener: (need: LoginNeed) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Tells the registered listeners that login is needed, and what said so; false when there is none
 * and the page must go.
 */
export function notifyNeedLogin(
  fullPath: string,
  fault?: Omit<LoginNeed, "uniIdRedirectUrl">,
): boolean {
  const state = tokenState();
  const errMsg = tokenErrorMessage(state === "valid" ? "expired" : state);
  const need = { errMsg, ...fault, uniIdRedirectUrl: fullPath };
  for (const listener of listeners) listener(need);
  return listeners.size > 0;
}
