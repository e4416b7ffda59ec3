/**
 * Decides who may enter a page (M11) and where those who may not are sent. Pure: it is told the
 * state of the token.
 */
import type { TokenState } from "../device/token.ts";
import { guardedPatterns, LOGIN, LOGOUT, NOT_FOUND } from "../pages.ts";
import type { RouteLocation } from "./route-location.ts";

/**
 * `renew` = the token has run out, and the refresh cookie is asked once before anyone is sent away
 * (U03).
 */
export type AccessDecision = "open" | "renew" | "login";

/**
 * True for pages marked in the table or matching a configured pattern; never for the login pages
 * themselves.
 */
export function needsLogin(
  place: RouteLocation,
  patterns: readonly RegExp[] = guardedPatterns,
): boolean {
  if (place.path === LOGIN || place.path === LOGOUT) return false;
  return place.page.login || patterns.some((pattern) => pattern.test(place.path));
}

/** Whether this place opens for a token in this state. */
export function decideAccess(
  place: RouteLocation,
  token: TokenState,
  patterns?: readonly RegExp[],
): AccessDecision {
  if (token === "valid" || !needsLogin(place, patterns)) return "open";
  return token === "expired" ? "renew" : "login";
}

/** Path and query of an address, encoded: a fragment may hold a secret, so no query carries it. */
const withoutFragment = (address: string): string =>
  encodeURIComponent(address.split("#", 1)[0] ?? "");

/** The login page that leads back to a place (M11). */
export const loginPathFor = (fullPath: string): string =>
  `${LOGIN}?referer=${withoutFragment(fullPath)}`;

/** The page for a path that is no page, holding the missing path with its query (M13). */
export const notFoundPathFor = (missingPath: string): string =>
  `${NOT_FOUND}?referer=${withoutFragment(missingPath)}`;
