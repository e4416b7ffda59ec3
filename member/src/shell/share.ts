/** Tells WeChat's browser about every page that is shown; outside WeChat it does nothing (U08). */
import { platform } from "../device/platform.ts";
import { HOME, LOGIN, LOGOUT } from "../pages.ts";
import type { RouteLocation } from "./route-location.ts";

/** Read before the app changes it: WeChat on iOS judges every page by the visit's first address. */
const first = location.href;

/** A page only its member can see is shared as the home page. */
const sharedPath = ({ page, path }: RouteLocation): string =>
  page.login || path === LOGIN || path === LOGOUT ? HOME : path;

let last: RouteLocation | undefined;

/** Called when a page is shown, while the address is already its own; twice in a row is once. */
export function sharePage(place: RouteLocation): void {
  if (platform() !== "mp-weixin-web" || place === last) return;
  last = place;
  const visit = { first, now: location.href };
  // A chunk that does not load is the version watch's and the next page's matter.
  import("./share-in-wechat.ts")
    .then((module) => module.sharePage(sharedPath(place), visit))
    .catch(() => undefined);
}
