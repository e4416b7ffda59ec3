/**
 * Checks whether a redirect destination (`referer`) stays inside the app (M12). Pages and server
 * share this rule.
 */

/** A longer destination, in bytes, is rejected: it must fit into a cookie with a margin. */
export const REFERER_BYTES_MAX = 2_048;
/** The destination used when the requested one is not allowed. */
export const HOME_PATH = "/";

// Never a real host: paths are resolved against it only to check that they stay inside the app.
const PLACEHOLDER_ORIGIN = "http://in.app";
const DECODINGS_MAX = 3;
/** The login pages are not valid destinations: they would redirect in a circle. */
const LOGIN_PAGES = /^\/pages\/passport\/(login|login_out)\/*$/;

/**
 * Parses a path of the app; returns `undefined` for text that is not a URL or that has another
 * origin. `URL.canParse` does the same but is newer than the oldest browsers we support.
 */
export function parseInAppUrl(path: string): URL | undefined {
  try {
    const url = new URL(path, PLACEHOLDER_ORIGIN);
    return url.origin === PLACEHOLDER_ORIGIN ? url : undefined;
  } catch {
    return undefined;
  }
}

// Control characters can hide the real destination: browsers read `/\t/evil` as `//evil`.
function isInside(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\u007f]/.test(path)) return false;
  const url = parseInAppUrl(path);
  return url !== undefined && !url.pathname.startsWith("//") && !LOGIN_PAGES.test(url.pathname);
}

/** Decodes once; a malformed escape stays as it is, as in a browser. */
const decodedOnce = (text: string): string =>
  new URLSearchParams(`a=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("a") ?? "";

/**
 * Returns true for a path that leads to a page of the app and nowhere else, even after later
 * receivers decode it up to three times. It does not check that the page exists.
 */
export function isInAppPath(path: string): boolean {
  if (new TextEncoder().encode(path).length > REFERER_BYTES_MAX) return false;
  let layer = path;
  for (let depth = 0; depth <= DECODINGS_MAX; depth += 1) {
    if (!isInside(layer)) return false;
    const next = decodedOnce(layer);
    if (next === layer) return true;
    layer = next;
  }
  return true;
}

/** Returns the path when it is an in-app path, otherwise home. */
export const inAppPathOrHome = (path: string | undefined): string =>
  path !== undefined && isInAppPath(path) ? path : HOME_PATH;
