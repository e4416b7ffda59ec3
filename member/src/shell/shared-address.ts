/** What address of a page is shared: its path, and the parameters that its route declares (U08). */
import { ownValue } from "@yunjing/contract/own-value";
import { HOME, LOGIN, LOGOUT } from "../routes.ts";
import type { RouteLocation } from "./route-location.ts";

/**
 * Returns the path to share, with the declared parameters only: others may contain private data. A
 * page that only its member can see is shared as the home page.
 */
export function sharedAddress({ page, path, query }: RouteLocation): string {
  if (path === LOGIN || path === LOGOUT || (page.login && !page.shared)) return HOME;
  const shared = new URLSearchParams();
  for (const name of page.shared ?? []) {
    const value = ownValue(query, name);
    if (value !== undefined) shared.set(name, value);
  }
  const text = shared.toString();
  return text === "" ? path : `${path}?${text}`;
}
