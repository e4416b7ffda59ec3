/**
 * The refresh cookie: `__Host-rt` on https and localhost, `rt` without Secure on other plain http
 * (never production). The console has its own, so that one browser may be logged in to both.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../platform/context.ts";
import type { Call } from "../../platform/http/call.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Audience } from "./tokens.ts";

const plainNames: Readonly<Record<Audience, string>> = { member: "rt", console: "crt" };
const secureName = (audience: Audience): string => `__Host-${plainNames[audience]}`;

export const readRefreshCookie = (
  { cookies }: Call,
  audience: Audience = "member",
): string | undefined =>
  ownValue(cookies, secureName(audience)) ?? ownValue(cookies, plainNames[audience]);

export function setRefreshCookie(
  { settings }: Context,
  call: Call,
  token: string,
  audience: Audience = "member",
): void {
  const idleMs = audience === "console" ? settings.consoleIdleMs : settings.refreshIdleMs;
  call.setCookie(call.isSecure ? secureName(audience) : plainNames[audience], token, {
    path: "/",
    maxAgeSeconds: Math.floor(idleMs / 1000),
    httpOnly: true,
    secure: call.isSecure,
    sameSite: "strict",
  });
}

export function clearRefreshCookie(call: Call, audience: Audience = "member"): void {
  const options = { path: "/", httpOnly: true, sameSite: "strict" } as const;
  call.setCookie(secureName(audience), undefined, { ...options, secure: true });
  call.setCookie(plainNames[audience], undefined, { ...options, secure: false });
}

/**
 * Refuses a foreign Origin, or none when the browser reports cross-site: the cookie authenticates
 * only our own pages.
 */
export function refuseForeignOrigin(call: Call): void {
  const isForeign = call.origin ? call.origin !== call.ownOrigin : false;
  const isCrossSite =
    !call.origin && call.fetchSite !== undefined && call.fetchSite !== "same-origin";
  if (isForeign || isCrossSite) throw new Refusal("NO_PERMISSION");
}
