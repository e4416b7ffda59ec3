/** Parses an in-app address: its page, query and fragment, and whether it is allowed (M10, M12). */
import { isInAppPath, parseInAppUrl } from "@yunjing/contract/in-app-path";
import { SHORT_RECEIPT_PATH } from "@yunjing/contract/receipt-link";
import { HOME, HOME_ALIAS, type Page, type PageProps, pages } from "../routes.ts";

/** A page with the data of its address; `fullPath` is path, query and fragment. */
export type RouteLocation = PageProps & {
  readonly page: Page;
  readonly path: string;
  readonly fullPath: string;
};

/** The page of the short link in an SMS. */
const RECEIPT_PAGE = "/pages/exchange/ordetail";

/**
 * Returns the normalised path: `/pages/x/` and `/pages/x` are one path, as are both names of home
 * (M09) and of the receipt's page.
 */
export function canonicalPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (bare === SHORT_RECEIPT_PATH) return RECEIPT_PAGE;
  return bare === HOME_ALIAS || bare === "" ? HOME : bare;
}

/** Returns the page of a path; undefined where there is none. */
export const pageOf = (path: string): Page | undefined =>
  pages.find((page) => page.path === canonicalPath(path));

/**
 * Returns the location of an in-app address; undefined for an unknown page or an external address.
 */
export function parseRouteLocation(fullPath: string): RouteLocation | undefined {
  const url = fullPath.startsWith("/") ? parseInAppUrl(fullPath) : undefined;
  const page = url && pageOf(url.pathname);
  if (!url || !page) return undefined;
  return {
    page,
    path: page.path,
    query: Object.fromEntries(url.searchParams),
    hash: url.hash.slice(1),
    fullPath: url.pathname + url.search + url.hash,
  };
}

/**
 * Returns where a `referer` may lead after login: a known page of the app, else home (M12). The
 * server checks the path by the same rule; only the client has the list of pages.
 */
export function safeReferer(referer: string | undefined): string {
  const place = referer === undefined ? undefined : parseRouteLocation(referer);
  if (!place || referer === undefined || !isInAppPath(referer)) return HOME;
  return place.fullPath;
}

/**
 * Returns the destination of a login page, under either of its two names (M11); empty when there is
 * none.
 */
export const refererOf = (query: PageProps["query"]): string =>
  safeReferer(query["referer"] || query["uniIdRedirectUrl"]);
