/** Which responses of the cloud send a member to login, and with which message (C11). */
import type { CloudUi } from "./cloud.ts";

/** The codes of uni-id, which cloud objects return. */
const UNI_ID = [
  "uni-id-token-expired",
  "uni-id-check-token-failed",
  "uni-id-token-not-exist",
  "uni-id-check-device-feature-failed",
] as const;
/** The older codes, which database commands return; objects may return them too. */
const LEGACY = [
  "TOKEN_INVALID_TOKEN_EXPIRED",
  "TOKEN_INVALID_INVALID_CLIENTID",
  "TOKEN_INVALID",
  "TOKEN_INVALID_WRONG_TOKEN",
  "TOKEN_INVALID_ANONYMOUS_USER",
] as const;

const codes: Readonly<Record<"object" | "database", ReadonlySet<unknown>>> = {
  object: new Set([...UNI_ID, ...LEGACY]),
  database: new Set(LEGACY),
};
const EXPIRED: ReadonlySet<unknown> = new Set([UNI_ID[0], LEGACY[0]]);

/**
 * Returns whether the code of an object or of a database command means that a login is required.
 */
export const isLoginNeeded = (kind: keyof typeof codes, code: unknown): boolean =>
  codes[kind].has(code);

/** Returns the message for listeners. */
export const loginMessage = (code: unknown): string =>
  EXPIRED.has(code) ? "token过期，跳转登录页面" : "token无效，跳转登录页面";

/** Sends the member to login when the failure requires it; returns whether it did. */
export async function sendToLoginIfNeeded(
  screen: Pick<CloudUi, "openLogin">,
  kind: keyof typeof codes,
  code: string | number,
): Promise<boolean> {
  if (!isLoginNeeded(kind, code)) return false;
  await screen.openLogin({ errCode: String(code), errMsg: loginMessage(code) });
  return true;
}
