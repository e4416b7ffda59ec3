// @vitest-environment happy-dom
/** Tests U08: what a page passes to WeChat, with a fake SDK that behaves like the real one. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { urlToSign, createSharing, shareDataOf, type ShareData, type Wx } from "./share.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) MicroMessenger/8.0.50";
const visit = { first: "https://own.example/a?b=c#secret", now: "https://own.example/d#code=1" };
const config = {
  appId: "wx0",
  timestamp: 1,
  nonceStr: "n",
  signature: "s",
  jsApiList: ["updateAppMessageShareData", "updateTimelineShareData", "chooseImage"],
};
const content = { title: "云鲸权益", description: "吃喝出行，会员一站办" };
const data = shareDataOf({
  origin: "https://own.example",
  address: "/d",
  inviteCode: undefined,
  content,
});

type SdkCalls = { friends: ShareData[]; timeline: object[]; configs: string[] };
/**
 * `verdicts` are WeChat's results, one per configuration: `ready` also follows a refusal, as in the
 * real SDK.
 */
function fakeSdk(configResults: readonly string[] = [], refusals = 0) {
  const calls: SdkCalls = { friends: [], timeline: [], configs: [] };
  const onError: ((error: unknown) => void)[] = [];
  const onReady: (() => void)[] = [];
  let isVerified = false;
  let left = refusals;
  const wx: Wx = {
    config: ({ signature }) => {
      const configResult = configResults[calls.configs.push(signature) - 1] ?? "ok";
      queueMicrotask(() => {
        isVerified = true;
        if (configResult !== "ok") onError.at(-1)?.({ errMsg: `config:${configResult}` });
        for (const callback of onReady.splice(0)) callback();
      });
    },
    error: (callback) => void onError.push(callback),
    ready: (callback) => (isVerified ? callback() : void onReady.push(callback)),
    updateAppMessageShareData: ({ fail, ...shared }) => {
      if (left-- > 0) fail?.({ errMsg: "permission denied" });
      else calls.friends.push(shared);
    },
    updateTimelineShareData: ({ fail: _, ...shared }) => void calls.timeline.push(shared),
  };
  return { wx, calls };
}
function sharing(wx: Wx, ask = async (_url: string) => config) {
  const logFailure = vi.fn();
  const fetchConfig = vi.fn(ask);
  return {
    show: createSharing({ loadSdk: async () => wx, fetchConfig, logFailure }),
    record: logFailure,
    fetchConfig,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  delete window.jsdkReady;
});

test("U08 on iOS the first address of the visit is signed, on Android the current one", () => {
  expect(urlToSign({ userAgent: IPHONE, ...visit })).toBe("https://own.example/a?b=c");
  expect(urlToSign({ userAgent: ANDROID, ...visit })).toBe("https://own.example/d");
});

test("U08 the share data has our name, an absolute link and picture, and the invite code if any", () => {
  expect(data).toEqual({
    title: "云鲸权益",
    desc: expect.stringMatching(/./),
    link: "https://own.example/d",
    imgUrl: "https://own.example/share.png",
  });
  const page = { origin: "https://own.example", address: "/", inviteCode: "A&B", content };
  expect(shareDataOf(page).link).toBe("https://own.example/?inviteCode=A%26B&from=link");
});

test("U08 a benefit is shared with its id, its texts and its picture", () => {
  const latte = { title: "拿铁", description: "会员价", picturePath: "/pictures/1/share.jpg" };
  const page = { origin: "https://own.example", address: "/b?id=latte", content: latte };
  expect(shareDataOf({ ...page, inviteCode: "AB" })).toEqual({
    title: "拿铁",
    desc: "会员价",
    link: "https://own.example/b?id=latte&inviteCode=AB&from=link",
    imgUrl: "https://own.example/pictures/1/share.jpg",
  });
});

test("U08 a page that WeChat accepts is ready and sets the share data for chats and timeline", async () => {
  const { wx, calls } = fakeSdk();
  const { show, fetchConfig, record } = sharing(wx);
  expect(window.jsdkReady).toBeUndefined();
  await show("https://own.example/d", data);
  await vi.runAllTimersAsync();
  const { desc: _, ...withoutDesc } = data;
  expect(fetchConfig).toHaveBeenCalledExactlyOnceWith("https://own.example/d");
  expect(window.jsdkReady).toBe(true);
  expect(calls).toEqual({ friends: [data], timeline: [withoutDesc], configs: ["s"] });
  expect(record).not.toHaveBeenCalled();
});

test("U08 a page that WeChat refuses is not ready, shares nothing, and is logged", async () => {
  const { wx, calls } = fakeSdk(["invalid signature"]);
  const { show, record } = sharing(wx);
  await show("https://own.example/d", data);
  await vi.runAllTimersAsync();
  expect(window.jsdkReady).toBeUndefined();
  expect(calls.friends).toEqual([]);
  expect(record).toHaveBeenCalledTimes(1);
});

test("U08 the response for a page that was left is dropped", async () => {
  const { wx, calls } = fakeSdk();
  const answers: ((signature: string) => void)[] = [];
  const { show } = sharing(
    wx,
    () => new Promise((done) => answers.push((signature) => done({ ...config, signature }))),
  );
  const left = show("https://own.example/a", { ...data, link: "https://own.example/a" });
  const newest = show("https://own.example/d", data);
  answers[1]?.("second");
  await newest;
  answers[0]?.("first");
  await left;
  await vi.runAllTimersAsync();
  expect(calls.configs).toEqual(["second"]);
  expect(calls.friends).toEqual([data]);
});

test("U08 a later page that WeChat has not checked yet is retried", async () => {
  const { wx, calls } = fakeSdk([], 2);
  const { show, record } = sharing(wx);
  await show("https://own.example/d", data);
  await vi.runAllTimersAsync();
  expect(calls.friends).toEqual([data]);
  expect(record).not.toHaveBeenCalled();
});

test("U08 share data that WeChat never accepts is logged once, and the retries end", async () => {
  const { wx, calls } = fakeSdk([], 99);
  const { show, record } = sharing(wx);
  await show("https://own.example/d", data);
  await vi.runAllTimersAsync();
  expect(calls.friends).toEqual([]);
  expect(record).toHaveBeenCalledTimes(1);
});
