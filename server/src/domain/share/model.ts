/** WeChat's published rules: what a page's signature is made of, and which addresses we sign. */
import { createHash } from "node:crypto";

/** Longer addresses are not signed (reliability.md, JSSDK). */
export const URL_LENGTH_MAX = 1_024;

/** The functions of WeChat that our pages use: sharing (U08), and the position where a city is chosen. */
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
  /** Exactly as the browser has it, without its fragment. */
  readonly url: string;
};

/** SHA-1 in lower-case hex over the four fields, sorted by name, values as they are (WeChat's appendix 1). */
export function signatureOf({ ticket, nonceStr, timestamp, url }: Signed): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
  return createHash("sha1").update(text).digest("hex");
}

/** The address that is signed: a fragment is no part of it. */
export const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? "";

/**
 * True for a page below our own origin. What a browser calls an address is printable ASCII; a parser
 * would forgive more, and then two readers could see two hosts.
 */
export function isOwnPage(url: string, ownOrigin: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes("\\") || !URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origin === new URL(ownOrigin).origin && username === "" && password === "";
}
