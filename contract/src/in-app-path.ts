/** Says which addresses stay inside the app (M12): the one rule that page and server both judge a `referer` by. */

/** A destination of more bytes is none: it has to fit into a cookie with room to spare. */
export const REFERER_BYTES_MAX = 2_048;
/** Where everybody lands who may not land where they wanted. */
export const HOME_PATH = "/";

// Never a real host: addresses are resolved against it only to see whether they stay inside.
const PLACEHOLDER_ORIGIN = "http://in.app";
const DECODINGS_MAX = 3;
/** The pages of login itself are no destination: they would lead in a circle. */
const LOGIN_PAGES = /^\/pages\/passport\/(login|login_out)\/*$/;

/**
 * Parses a path of the app; `undefined` for text that is no URL or that names another origin.
 * `URL.canParse` does the same but is younger than the oldest browsers we support.
 */
export function parseInAppUrl(path: string): URL | undefined {
  try {
    const url = new URL(path, PLACEHOLDER_ORIGIN);
    return url.origin === PLACEHOLDER_ORIGIN ? url : undefined;
  } catch {
    return undefined;
  }
}

// Control characters hide what an address really is: `/\t/evil` is `//evil` to a browser.
function isInside(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\u007f]/.test(path)) return false;
  const url = parseInAppUrl(path);
  return url !== undefined && !url.pathname.startsWith("//") && !LOGIN_PAGES.test(url.pathname);
}

/** Decodes once; what is no encoding stays as it is, for a browser leaves it so too. */
const decodedOnce = (text: string): string =>
  new URLSearchParams(`a=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("a") ?? "";

/**
 * True for a path that leads to a page of the app and nowhere else, also after it was decoded up to three times by
 * whoever hands it on. It does not say that there is such a page.
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

/** The path itself where it is an in-app path, else home. */
export const inAppPathOrHome = (path: string | undefined): string =>
  path !== undefined && isInAppPath(path) ? path : HOME_PATH;
