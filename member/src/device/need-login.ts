/**
 * Publishes that a login is required: a registered listener takes over, else the page goes to login
 * (U03).
 */
import { tokenErrorMessage, tokenState } from "./token.ts";

export type LoginNeed = {
  /** The error code of a response that required the login; absent where a page did. */
  readonly errCode?: string;
  readonly errMsg: string;
  /** The full in-app path that the member requested. */
  readonly uniIdRedirectUrl: string;
};

const listeners = new Set<(need: LoginNeed) => void>();

/**
 * Registers a listener that takes over when a login is required; without one a guarded page goes to
 * login.
 */
export function onNeedLogin(listener: (need: LoginNeed) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Notifies the registered listeners that a login is required and why; returns false when there is
 * none and the page must go to login.
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
