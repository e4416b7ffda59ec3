/**
 * Passes every shown page to WeChat's browser for sharing; outside WeChat it does nothing (U08).
 */
import { platform } from "../device/platform.ts";
import { HOME, LOGIN, LOGOUT } from "../routes.ts";
import type { RouteLocation } from "./route-location.ts";

/**
 * Read before the app changes it: WeChat on iOS checks every page against the visit's first
 * address.
 */
const first = location.href;

/** Returns the path to share; a page that only its member can see is shared as the home page. */
const sharedPath = ({ page, path }: RouteLocation): string =>
  page.login || path === LOGIN || path === LOGOUT ? HOME : path;

let last: RouteLocation | undefined;

/**
 * Called when a page is shown and the address is already its own; repeated calls for one page count
 * once.
 */
export function sharePage(place: RouteLocation): void {
  if (platform() !== "mp-weixin-web" || place === last) return;
  last = place;
  const visit = { first, now: location.href };
  // A chunk that does not load is ignored: the version monitor and the next page handle it.
  import("./share-in-wechat.ts")
    .then((module) => module.sharePage(sharedPath(place), visit))
    .catch(() => undefined);
}
