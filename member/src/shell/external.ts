/** Leaves the app by a full page load (M14), for the few allowed URL schemes. */
import { NavigationError } from "./navigation-error.ts";

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i;
const OPEN = ["http", "https"];
// These schemes start another app, so only our own content may use them.
const TRUSTED = [...OPEN, "tel", "weixin", "alipays"];

/** Returns true when a url has a scheme, so it leads out of the app. */
export const isExternal = (url: string): boolean => SCHEME.test(url);

/** Returns the url if its scheme is allowed; throws a NavigationError otherwise. */
export function externalUrl(verb: string, url: string, isTrusted = false): string {
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase() ?? "";
  if (!(isTrusted ? TRUSTED : OPEN).includes(scheme))
    throw new NavigationError(verb, "SCHEME_REFUSED", url);
  return url.trim();
}
