/** Renews the login by the refresh cookie, once for all simultaneous callers (U03). */
import { isDefiniteFailure } from "./failure.ts";
import { request } from "./http.ts";
import { removeToken, onTokenChange, saveToken, storedToken, tokenState } from "./token.ts";

/** `unreachable` is no decision: the network failed, and cached content may still be shown. */
export type Renewal = "renewed" | "refused" | "unreachable";

let renewing: Promise<Renewal> | undefined;

const isGrant = (value: unknown): value is { token: string; tokenExpired: number } =>
  typeof value === "object" &&
  value !== null &&
  "token" in value &&
  typeof value.token === "string" &&
  "tokenExpired" in value &&
  typeof value.tokenExpired === "number";

async function requestRenewal(): Promise<Renewal> {
  const body = await request({ method: "POST", path: "/passport/refresh", body: {} });
  const grant = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  if (!isGrant(grant)) return "refused";
  saveToken(grant);
  return "renewed";
}

function renewalAfterFailure(failure: unknown): Renewal {
  if (!isDefiniteFailure(failure)) return "unreachable";
  removeToken();
  return "refused";
}

// The cookie rotates and its reuse ends the login, so two tabs must not renew at once.
function renewInOneTab(stale: string): Promise<Renewal> {
  const renew = async (): Promise<Renewal> => {
    const isDone = storedToken() !== stale && tokenState() === "valid";
    return isDone ? "renewed" : requestRenewal().catch(renewalAfterFailure);
  };
  return "locks" in navigator ? navigator.locks.request("renew-session", renew) : renew();
}

/** Exchanges the refresh cookie for a new token. Never rejects. */
export function renewSession(): Promise<Renewal> {
  renewing ??= renewInOneTab(storedToken()).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Milliseconds. The response of a merge contains the next login; the server ends a merge request
 * within this time.
 */
const MERGE_ANSWER_MS = 15_000;

/**
 * Resolves with true as soon as a login other than `token` is stored, and with false when none is
 * stored in time.
 */
export function waitForNextLogin(token: string, waitMs = MERGE_ANSWER_MS): Promise<boolean> {
  const isNext = () => storedToken() !== token && storedToken() !== "";
  if (isNext()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isThere);
    };
    const stop = onTokenChange(() => isNext() && end(true));
    const timer = setTimeout(() => end(false), waitMs);
  });
}
