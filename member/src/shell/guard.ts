/**
 * Decides who may open a page (M11) and where others are sent. Pure: the state of the token is an
 * argument.
 */
import type { TokenState } from "../device/token.ts";
import { guardedPatterns, LOGIN, LOGOUT, NOT_FOUND } from "../routes.ts";
import type { RouteLocation } from "./route-location.ts";

/**
 * `renew` = the token has expired, and the refresh cookie is tried once before a redirect to login
 * (U03).
 */
export type AccessDecision = "open" | "renew" | "login";

/**
 * Returns true for pages marked in the table or matching a configured pattern; never for the login
 * pages themselves.
 */
export function needsLogin(
  place: RouteLocation,
  patterns: readonly RegExp[] = guardedPatterns,
): boolean {
  if (place.path === LOGIN || place.path === LOGOUT) return false;
  return place.page.login || patterns.some((pattern) => pattern.test(place.path));
}

/** Returns whether this page opens for a token in this state. */
export function decideAccess(
  place: RouteLocation,
  token: TokenState,
  patterns?: readonly RegExp[],
): AccessDecision {
  if (token === "valid" || !needsLogin(place, patterns)) return "open";
  return token === "expired" ? "renew" : "login";
}

/**
 * Returns path and query of an address, encoded, without the fragment: a fragment may contain a
 * secret, so no query carries it.
 */
const withoutFragment = (address: string): string =>
  encodeURIComponent(address.split("#", 1)[0] ?? "");

/** Returns the login page that leads back to a page (M11). */
export const loginPathFor = (fullPath: string): string =>
  `${LOGIN}?referer=${withoutFragment(fullPath)}`;

/**
 * Returns the not-found page for an unknown path, with that path and its query in the referer
 * (M13).
 */
export const notFoundPathFor = (missingPath: string): string =>
  `${NOT_FOUND}?referer=${withoutFragment(missingPath)}`;
