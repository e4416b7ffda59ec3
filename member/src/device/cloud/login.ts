/** Which answers of the cloud send a member to log in, and with which words (C11). */
import type { CloudUi } from "./cloud.ts";

/** In the words of uni-id, which objects answer. */
const UNI_ID = [
  "uni-id-token-expired",
  "uni-id-check-token-failed",
  "uni-id-token-not-exist",
  "uni-id-check-device-feature-failed",
] as const;
/** The older words, which database commands answer; objects may too. */
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

/** Whether the answer of an object or of a database command means that a login is needed. */
export const isLoginNeeded = (kind: keyof typeof codes, code: unknown): boolean =>
  codes[kind].has(code);

/** What a listener reads. */
export const loginMessage = (code: unknown): string =>
  EXPIRED.has(code) ? "token过期，跳转登录页面" : "token无效，跳转登录页面";

/** Sends the member to log in when that is what a failure says; answers whether it was. */
export async function sendToLoginIfNeeded(
  screen: Pick<CloudUi, "openLogin">,
  kind: keyof typeof codes,
  code: string | number,
): Promise<boolean> {
  if (!isLoginNeeded(kind, code)) return false;
  await screen.openLogin({ errCode: String(code), errMsg: loginMessage(code) });
  return true;
}
