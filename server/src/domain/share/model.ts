/** WeChat's published rules: how a page's signature is computed, and which URLs are signed. */
import { createHash } from "node:crypto";

/** Longer URLs are not signed (reliability.md, JSSDK). */
export const URL_LENGTH_MAX = 1_024;

/** The WeChat functions that our pages use: sharing (U08), and the position for choosing a city. */
export const JS_API_LIST = [
  "updateAppMessageShareData",
  "updateTimelineShareData",
  "getLocation",
] as const;

export type Signed = {
  readonly ticket: string;
  readonly nonceStr: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Exactly as in the browser, without its fragment. */
  readonly url: string;
};

/**
 * SHA-1 in lower-case hex over the four fields, sorted by name, values as they are (WeChat's
 * appendix 1).
 */
export function signatureOf({ ticket, nonceStr, timestamp, url }: Signed): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
  return createHash("sha1").update(text).digest("hex");
}

/** Returns the URL to sign: without the fragment. */
export const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? "";

/**
 * Returns true for a page below our own origin. A browser's URL is printable ASCII; a URL parser
 * accepts more, and then two parsers could find two different hosts.
 */
export function isOwnPage(url: string, ownOrigin: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes("\\") || !URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === new URL(ownOrigin).origin && username === "" && password === "";
}
