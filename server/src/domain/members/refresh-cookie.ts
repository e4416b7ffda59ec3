/** The refresh cookie: `__Host-rt` on https and localhost, `rt` without Secure on other plain http (never production). */
import type { Context } from "../../platform/context.ts";
import type { Call } from "../../platform/http/call.ts";
import { Refusal } from "../../platform/refusal.ts";

const SECURE_NAME = "__Host-rt";
const PLAIN_NAME = "rt";

export const readRefreshCookie = ({ cookies }: Call): string | undefined =>
  cookies[SECURE_NAME] ?? cookies[PLAIN_NAME];

export function setRefreshCookie(context: Context, call: Call, token: string): void {
  call.setCookie(call.isSecure ? SECURE_NAME : PLAIN_NAME, token, {
    path: "/",
    maxAgeSeconds: Math.floor(context.settings.refreshIdleMs / 1000),
    httpOnly: true,
    secure: call.isSecure,
    sameSite: "strict",
  });
}

export function clearRefreshCookie(call: Call): void {
  const options = { path: "/", httpOnly: true, sameSite: "strict" } as const;
  call.setCookie(SECURE_NAME, undefined, { ...options, secure: true });
  call.setCookie(PLAIN_NAME, undefined, { ...options, secure: false });
}

/** A cookie authenticates only a page of our own: a foreign Origin, or none where the browser says cross-site, is refused. */
export function refuseForeignOrigin(call: Call): void {
  const isForeign = call.origin ? call.origin !== call.ownOrigin : false;
  const isCrossSite =
    !call.origin && call.fetchSite !== undefined && call.fetchSite !== "same-origin";
  if (isForeign || isCrossSite) throw new Refusal("NO_PERMISSION");
}
