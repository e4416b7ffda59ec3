/**
 * Validates link targets: one canonical form, a scheme of its kind, and a place on the partner's
 * own list.
 */
import type { LinkKind, Scheme } from "./model.ts";
import { isPublicHost } from "./public-host.ts";

const TARGET_MAX = 512;

export type Target = { readonly url: URL; readonly scheme: Scheme; readonly place: string };

/** A host name, never an address, a port or a trailing dot. */
const HOST = /^(?=.{4,100}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z]$/;
const WEAPP = /^wx[0-9a-f]{16}$/;
const ALIPAY_APP = /^\d{16}$/;

const placeForms: Readonly<Record<Scheme, RegExp>> = {
  https: HOST,
  weixin: WEAPP,
  alipays: ALIPAY_APP,
};

/**
 * Returns whether a place has the form of its scheme; a host must also be a name of the public
 * internet.
 */
export const isValidPlace = (scheme: Scheme, place: string): boolean =>
  placeForms[scheme].test(place) && (scheme !== "https" || isPublicHost(place));

function placeOf(kind: LinkKind, url: URL): { scheme: Scheme; place: string } | undefined {
  if (kind === "h5" && url.protocol === "https:" && url.port === "") {
    return { scheme: "https", place: url.hostname };
  }
  // WeChat opens mini-programs by its own URL; for other apps only one URL form is supported.
  if (kind === "mini" && url.protocol === "weixin:" && url.host === "dl") {
    if (url.pathname !== "/business/") return undefined;
    return { scheme: "weixin", place: url.searchParams.get("appid") ?? "" };
  }
  if (kind === "deeplink" && url.protocol === "alipays:" && url.host === "platformapi") {
    if (url.pathname !== "/startapp") return undefined;
    return { scheme: "alipays", place: url.searchParams.get("appId") ?? "" };
  }
  return undefined;
}

const parameterNames = (url: URL): string[] => [...url.searchParams.keys()];

/**
 * Parses a target. Returns `undefined` when it is invalid. The text must be exactly as a browser
 * would serialise it, so that the checked and the opened text are the same. No login, no fragment,
 * no repeated parameter, and none of the parameters that we add.
 */
export function readTarget(kind: LinkKind, text: string): Target | undefined {
  if (text.length > TARGET_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.href !== text || url.username !== "" || url.password !== "" || url.hash !== "") {
    return undefined;
  }
  const known = parameterNames(url);
  if (new Set(known).size !== known.length || known.some((name) => name.startsWith("yj_"))) {
    return undefined;
  }
  const found = placeOf(kind, url);
  return found && isValidPlace(found.scheme, found.place) ? { url, ...found } : undefined;
}

/** Returns the target when its place is on the list (`scheme place`), otherwise `undefined`. */
export function allowedTarget(
  { kind, target }: { readonly kind: LinkKind; readonly target: string },
  places: readonly string[],
): Target | undefined {
  const read = readTarget(kind, target);
  return read && places.includes(`${read.scheme} ${read.place}`) ? read : undefined;
}

/** Returns the destination as shown on the jump page. */
export const placeName = ({ scheme, place }: Target): string =>
  ({ https: place, weixin: "微信小程序", alipays: "支付宝" })[scheme];
