/**
 * Passes every shown page to WeChat's browser for sharing; outside WeChat it does nothing (U08).
 */
import { useEffect } from "react";
import { isServer, platform } from "../device/platform.ts";
import type { ShareContent } from "../device/share.ts";
import type { RouteLocation } from "./route-location.ts";
import { sharedAddress } from "./shared-address.ts";

/**
 * Read before the app changes it: WeChat on iOS checks every page against the visit's first
 * address.
 */
const first = isServer ? "" : location.href;

let last: RouteLocation | undefined;
/** What the page of an address is shared as, in place of the operators' texts. */
let own: { readonly address: string; readonly content: ShareContent } | undefined;

function share(place: RouteLocation): void {
  const visit = { first, now: location.href };
  const address = sharedAddress(place);
  const content = own?.address === address ? own.content : undefined;
  // A chunk that does not load is ignored: the version monitor and the next page handle it.
  import("./share-in-wechat.ts")
    .then((module) => module.sharePage(address, visit, content))
    .catch(() => undefined);
}

/**
 * Called when a page is shown and the address is already its own; repeated calls for one page count
 * once.
 */
export function sharePage(place: RouteLocation): void {
  if (platform() !== "mp-weixin-web" || place === last) return;
  last = place;
  share(place);
}

/** Sets what the page of an address is shared as; the address is as `sharedAddress` returns it. */
export function useShareContent(address: string, content: ShareContent): void {
  const { title, description, picturePath } = content;
  useEffect(() => {
    own = { address, content: { title, description, picturePath } };
    // The page may be shown before or after its content is loaded.
    if (last && sharedAddress(last) === address) share(last);
  }, [address, title, description, picturePath]);
}
