/** Tests how the position results of WeChat's SDK are interpreted. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recentPosition, locateByWechat, type WechatLocator } from "./geolocation.ts";

type LocationInput = Parameters<WechatLocator["getLocation"]>[0];
const wechat = (answer: (input: LocationInput) => void): WechatLocator => ({ getLocation: answer });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a position is sent rounded, and is cached for a while", async () => {
  const sdk = wechat(({ success }) => success({ latitude: 22.540_33, longitude: 113.934_21 }));
  expect(await locateByWechat(sdk)).toEqual({ lat: 22.54, lng: 113.934 });
  expect(recentPosition()).toEqual({ lat: 22.54, lng: 113.934 });
});

test.each([
  ["the member denies it", wechat(({ cancel }) => cancel()), "refused"],
  [
    "WeChat has no permission",
    wechat(({ fail }) => fail({ errMsg: "getLocation:fail auth deny" })),
    "refused",
  ],
  ["nothing is found", wechat(({ fail }) => fail({ errMsg: "getLocation:fail" })), "unknown"],
  [
    "the page has no permission",
    wechat(({ fail }) => fail({ errMsg: "getLocation:permission denied" })),
    undefined,
  ],
])("%s", async (_, sdk, expected) => {
  expect(await locateByWechat(sdk)).toBe(expected);
});

test("a missing response resolves after a time limit", async () => {
  const located = locateByWechat(wechat(() => undefined));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await located).toBe("unknown");
});
