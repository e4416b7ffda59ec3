/**
 * Gets the position from WeChat or from the browser. A refusal is a normal result: the caller
 * continues with manual input and does not ask again automatically.
 */
import { platform } from "./platform.ts";

export type Position = { readonly lat: number; readonly lng: number };
export type LocateResult = Position | "refused" | "unknown";

const WAIT_MS = 8_000;
const FRESH_MS = 5 * 60_000;
/**
 * Rounds to about a hundred metres: enough for a list of stores, and nothing more precise leaves
 * the device.
 */
const PLACES = 1_000;

let last: { readonly at: number; readonly position: Position } | undefined;

const rough = (degrees: number): number => Math.round(degrees * PLACES) / PLACES;

/** Returns the position found in the last five minutes, without asking. */
export const recentPosition = (): Position | undefined =>
  last && Date.now() - last.at < FRESH_MS ? last.position : undefined;

type Degrees = { readonly latitude: number; readonly longitude: number };

/** The part used of WeChat's SDK. */
export type WechatLocator = {
  getLocation(input: {
    type: "wgs84";
    success(found: Degrees): void;
    cancel(): void;
    fail(error: { errMsg?: string }): void;
  }): void;
};

const rememberPosition = ({ latitude, longitude }: Degrees): Position => {
  const position = { lat: rough(latitude), lng: rough(longitude) };
  last = { at: Date.now(), position };
  return position;
};

/**
 * Asks through WeChat's SDK; undefined where this page may not use it, so that the caller asks the
 * browser instead.
 */
export const locateByWechat = (wx: WechatLocator): Promise<LocateResult | undefined> =>
  new Promise((resolve) => {
    // The SDK never responds when location is turned off on the phone.
    setTimeout(() => resolve("unknown"), WAIT_MS);
    wx.getLocation({
      type: "wgs84",
      success: (found) => resolve(rememberPosition(found)),
      cancel: () => resolve("refused"),
      fail: ({ errMsg = "" }) => {
        if (/permission|not support|no such/i.test(errMsg)) resolve(undefined);
        else resolve(/den(?:y|ied)|auth/i.test(errMsg) ? "refused" : "unknown");
      },
    });
  });

/**
 * Returns the position; `refused` when the member or the browser refused, `unknown` when there was
 * no result.
 */
export async function locate(): Promise<LocateResult> {
  if (platform() === "mp-weixin-web" && window.jsdkReady === true) {
    const found = await import("weixin-js-sdk").then(({ default: wx }) => locateByWechat(wx));
    if (found !== undefined) return found;
  }
  return locateByBrowser();
}

function locateByBrowser(): Promise<LocateResult> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve("refused");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(rememberPosition(coords)),
      (failure) => resolve(failure.code === failure.PERMISSION_DENIED ? "refused" : "unknown"),
      { timeout: WAIT_MS, maximumAge: FRESH_MS },
    );
  });
}

/** Returns true when the member allowed it before, so that no permission prompt appears. */
export async function hasLocationPermission(): Promise<boolean> {
  if (!("permissions" in navigator)) return false;
  const permission = navigator.permissions.query({ name: "geolocation" });
  return permission.then(
    ({ state }) => state === "granted",
    () => false,
  );
}
