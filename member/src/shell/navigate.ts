/**
 * The navigator of this window, by the verbs of the spec; each rejects with a NavigationError
 * (M15).
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
import { LOGIN, LOGOUT, type PageProps } from "../pages.ts";

/** Only a login that has run out needs it, so it is not in the app's own chunk. */
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

// What hidden pages hold of a member goes with the login (M18).
onTokenChange(() => {
  if (tokenState() === "missing") router.closeHiddenPages();
});

/** A login that ended in another tab, or while this page slept in the browser's cache, ends here. */
export function followLogoutElsewhere(): void {
  const follow = () => {
    const here = router.view().current?.location;
    if (tokenState() === "missing" && here && needsLogin(here)) void goToLogin();
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}

type OpenExternalOptions = { readonly replace?: boolean; readonly isTrusted?: boolean };

/** The page a verb was asked for; an address may be written without its leading slash. */
function resolvePlace(verb: string, url: string): RouteLocation {
  if (!url) throw new NavigationError(verb, "URL_MISSING");
  const place = parseRouteLocation(url.startsWith("/") ? url : `/${url}`);
  if (!place) throw new NavigationError(verb, "PAGE_UNKNOWN", url);
  return place;
}

/**
 * Leaves the app by a full page load; `tel:`, `weixin:` and `alipays:` only from content of our own
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
/** Opens a page in the place of the current one. */
export const redirectTo = (url: string): Promise<void> => openPage("redirectTo", "replace", url);

/** Opens a tab page; the pages over it end, its own state is kept. */
export async function switchTab(url: string): Promise<void> {
  const place = resolvePlace("switchTab", url);
  if (!place.page.tab) throw new NavigationError("switchTab", "TAB_UNKNOWN", url);
  return router.enter(place, "root");
}

/** Ends all pages and opens this one. */
export async function reLaunch(url: string): Promise<void> {
  return router.enter(resolvePlace("reLaunch", url), "root");
}

/** Goes back by pages; with none behind, home. */
export const navigateBack = (delta = 1): Promise<void> => router.back(delta);

/** Shows the member why a link was not opened; other failures stay failures. */
async function showRefusedLink(failure: unknown): Promise<void> {
  if (!(failure instanceof NavigationError)) throw failure;
  await notice({ content: failure.userMessage, type: "error" });
}

/**
 * Opens any in-app address by the verb that fits it: for links that come from data. A link that is
 * refused is answered by a notice.
 */
export const openLink = (url: string): Promise<void> =>
  (parseRouteLocation(url)?.page.tab ? switchTab(url) : navigateTo(url)).catch(showRefusedLink);

/** After login: where the login page was told to lead, or home (M11, M12). */
export const enterAfterLogin = (query: PageProps["query"]): Promise<void> => {
  const place = resolvePlace("enterAfterLogin", refererOf(query));
  return router.enter(place, place.page.tab ? "root" : "replace");
};

/**
 * Sends the member to log in and then back to where they are, unless a listener took over or they
 * are there.
 */
export async function goToLogin(fault?: Parameters<typeof notifyNeedLogin>[1]): Promise<void> {
  const here = router.view().current?.location;
  if (!here || [LOGIN, LOGOUT].includes(here.path)) return;
  if (notifyNeedLogin(here.fullPath, fault)) return;
  await router.enter(resolvePlace("goToLogin", loginPathFor(here.fullPath)), "replace");
  // A tab page would stay alive behind the login; with the token its member is gone.
  if (tokenState() === "missing") router.closeHiddenPages();
}
