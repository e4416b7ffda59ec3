/**
 * The navigator of this window, with the function names of the spec; each function rejects with a
 * NavigationError (M15).
 */
import { notifyNeedLogin } from "../device/need-login.ts";
import { onTokenChange, tokenState } from "../device/token.ts";
import { notice } from "./facade/facade.ts";
import { externalUrl, isExternal } from "./external.ts";
import { loginPathFor, needsLogin } from "./guard.ts";
import { NavigationError } from "./navigation-error.ts";
import { type NavigationMode, Navigator } from "./navigator.ts";
import { type RouteLocation, parseRouteLocation, refererOf } from "./route-location.ts";
import { saveScrollPosition } from "./scroll.ts";
import { windowHistory } from "./window-history.ts";
import { LOGIN, LOGOUT, type PageProps } from "../routes.ts";

/** Only an expired login needs it, so it is not in the app's own chunk. */
const renew = () =>
  import("../device/session.ts").then(
    ({ renewSession }) => renewSession(),
    () => "unreachable" as const,
  );

let made = 0;
export const router = new Navigator({
  history: windowHistory(),
  token: tokenState,
  renew,
  isLoginHandled: notifyNeedLogin,
  newKey: () => `${Date.now().toString(36)}-${(made += 1)}`,
  beforeLeave: (entry) => saveScrollPosition(entry.key),
});

/**
 * Removes the data of a member in hidden pages with the login (M18). Sends the member to login when
 * the login ended in another tab, or while this page was in the browser's back/forward cache.
 */
export function followLogout(): void {
  onTokenChange(() => {
    if (tokenState() === "missing") router.closeHiddenPages();
  });
  const follow = () => {
    const here = router.view().current?.location;
    if (tokenState() === "missing" && here && needsLogin(here)) void goToLogin();
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}

type OpenExternalOptions = { readonly replace?: boolean; readonly isTrusted?: boolean };

/** Returns the location of a URL; the leading slash of the address is optional. */
function resolvePlace(verb: string, url: string): RouteLocation {
  if (!url) throw new NavigationError(verb, "URL_MISSING");
  const place = parseRouteLocation(url.startsWith("/") ? url : `/${url}`);
  if (!place) throw new NavigationError(verb, "PAGE_UNKNOWN", url);
  return place;
}

/**
 * Leaves the app by a full page load; `tel:`, `weixin:` and `alipays:` only from our own content
 * (`isTrusted`).
 */
export function openExternal(
  url: string,
  { replace = false, isTrusted = false }: OpenExternalOptions = {},
): void {
  const address = externalUrl("leaveFor", url, isTrusted);
  if (replace) location.replace(address);
  else location.assign(address);
}

async function openPage(verb: string, mode: NavigationMode, url: string): Promise<void> {
  if (url && isExternal(url)) return openExternal(url, { replace: mode === "replace" });
  const place = resolvePlace(verb, url);
  if (place.page.tab) throw new NavigationError(verb, "TAB_NEEDS_SWITCH", url);
  return router.enter(place, mode);
}

/** Opens a page over the current one. */
export const navigateTo = (url: string): Promise<void> => openPage("navigateTo", "push", url);
/** Replaces the current page with another one. */
export const redirectTo = (url: string): Promise<void> => openPage("redirectTo", "replace", url);

/** Opens a tab page; the pages over it are closed, its own state is retained. */
export async function switchTab(url: string): Promise<void> {
  const place = resolvePlace("switchTab", url);
  if (!place.page.tab) throw new NavigationError("switchTab", "TAB_UNKNOWN", url);
  return router.enter(place, "root");
}

/** Closes all pages and opens this one. */
export async function reLaunch(url: string): Promise<void> {
  return router.enter(resolvePlace("reLaunch", url), "root");
}

/** Goes back by `delta` pages; to home when there is none behind. */
export const navigateBack = (delta = 1): Promise<void> => router.back(delta);

/** Shows the member why a link was not opened; rethrows other failures. */
async function showRefusedLink(failure: unknown): Promise<void> {
  if (!(failure instanceof NavigationError)) throw failure;
  await notice({ content: failure.userMessage, type: "error" });
}

/**
 * Opens any in-app address by the matching function, for links that come from data. A refused link
 * shows a notice.
 */
export const openLink = (url: string): Promise<void> =>
  (parseRouteLocation(url)?.page.tab ? switchTab(url) : navigateTo(url)).catch(showRefusedLink);

/** Opens the page that the login page was to lead to, or home (M11, M12). */
export const enterAfterLogin = (query: PageProps["query"]): Promise<void> => {
  const place = resolvePlace("enterAfterLogin", refererOf(query));
  return router.enter(place, place.page.tab ? "root" : "replace");
};

/**
 * Sends the member to login and afterwards back to the current page, unless a listener took over or
 * the login page is already open.
 */
export async function goToLogin(fault?: Parameters<typeof notifyNeedLogin>[1]): Promise<void> {
  const here = router.view().current?.location;
  if (!here || [LOGIN, LOGOUT].includes(here.path)) return;
  if (notifyNeedLogin(here.fullPath, fault)) return;
  await router.enter(resolvePlace("goToLogin", loginPathFor(here.fullPath)), "replace");
  // A tab page would stay alive behind the login after its member has logged out.
  if (tokenState() === "missing") router.closeHiddenPages();
}
