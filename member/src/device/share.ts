/**
 * Lets WeChat share our pages: configures its SDK for the shown page, then sets the share data
 * (U08).
 */
import type { ShareTexts } from "@yunjing/contract/schemas/content";
import type { JsdkConfig } from "@yunjing/contract/schemas/wechat";
import { CHANNEL_PARAMETER, INVITE_PARAMETER } from "./invite-url.ts";

export type ShareData = {
  readonly title: string;
  readonly desc: string;
  readonly link: string;
  readonly imgUrl: string;
};

const JS_APIS = ["updateAppMessageShareData", "updateTimelineShareData", "getLocation"] as const;
type JsApi = (typeof JS_APIS)[number];

type Outcome = { fail?(error: unknown): void };
/** The part used of WeChat's SDK. It modifies the lists that it is given. */
export type Wx = {
  config(config: Omit<JsdkConfig, "jsApiList"> & { debug: boolean; jsApiList: JsApi[] }): void;
  ready(callback: () => void): void;
  error(callback: (error: unknown) => void): void;
  updateAppMessageShareData(data: ShareData & Outcome): void;
  updateTimelineShareData(data: Omit<ShareData, "desc"> & Outcome): void;
};

export type SharingDependencies = {
  /** Loads WeChat's SDK; the second call finds it loaded. */
  readonly loadSdk: () => Promise<Wx>;
  readonly fetchConfig: (url: string) => Promise<JsdkConfig>;
  /** Logs a failure for debugging; the member sees nothing. */
  readonly logFailure: (what: string, cause: unknown) => void;
};

declare global {
  interface Window {
    /** True once WeChat has accepted a page of this visit (U08). */
    jsdkReady?: boolean;
  }
}

/** What a page is shared as; without an own picture the product's is shared. */
export type ShareContent = ShareTexts["home"] & { readonly picturePath?: string | undefined };

/** A bitmap, because WeChat shows no vector image. */
const PICTURE = "/share.png";

/**
 * Returns the share data of a page. `address` is its path with the parameters that are not private
 * (`sharedAddress`).
 */
export function shareDataOf(page: {
  origin: string;
  address: string;
  inviteCode: string | undefined;
  content: ShareContent;
}): ShareData {
  const link = new URL(page.address, page.origin);
  if (page.inviteCode) {
    link.searchParams.set(INVITE_PARAMETER, page.inviteCode);
    link.searchParams.set(CHANNEL_PARAMETER, "link");
  }
  return {
    title: page.content.title,
    desc: page.content.description,
    link: link.href,
    imgUrl: new URL(page.content.picturePath ?? PICTURE, page.origin).href,
  };
}

/**
 * Returns the address that WeChat checks a page against. On iOS that is the first address of the
 * visit, whatever the app does to the address later; elsewhere it is the current one. The fragment
 * is not part of it.
 */
export function urlToSign(visit: { userAgent: string; first: string; now: string }): string {
  const isApple = /iPhone|iPad|iPod/.test(visit.userAgent);
  return (isApple ? visit.first : visit.now).split("#", 1)[0] ?? "";
}

const TRIES_MAX = 5;
const RETRY_MS = 400;

/**
 * Returns a function to call whenever a page is shown. Only the newest page counts: responses for
 * an earlier page are dropped. The function rejects when the configuration or the SDK is not
 * available.
 */
export function createSharing({ loadSdk, fetchConfig, logFailure }: SharingDependencies) {
  let newest = 0;
  return async function show(url: string, data: ShareData): Promise<void> {
    const turn = (newest += 1);
    const isOver = () => turn !== newest;
    const [config, wx] = await Promise.all([fetchConfig(url), loadSdk()]);
    if (isOver()) return;
    let isRefused = false;
    wx.config({
      debug: false,
      ...config,
      jsApiList: JS_APIS.filter((name) => config.jsApiList.includes(name)),
    });
    // The SDK also calls `ready` after a refusal, only later.
    wx.error((error) => {
      isRefused = true;
      logFailure("WeChat refused the page", error);
    });
    wx.ready(() => {
      if (isRefused || isOver()) return;
      window.jsdkReady = true;
      setShareData(wx, data, { isOver, logFailure });
    });
  };
}

/**
 * Sets the share data for chats and for the timeline. From the second page on the SDK is ready
 * before WeChat has checked that page, so a refusal is retried for a short time.
 */
function setShareData(
  wx: Wx,
  data: ShareData,
  { isOver, logFailure }: Pick<SharingDependencies, "logFailure"> & { isOver: () => boolean },
): void {
  const setWithRetry = (callback: (fail: (error: unknown) => void) => void, tried = 1): void =>
    callback((error) => {
      if (isOver()) return;
      if (tried === TRIES_MAX) logFailure("WeChat did not accept the share data", error);
      else setTimeout(() => isOver() || setWithRetry(callback, tried + 1), RETRY_MS);
    });
  const { desc, ...withoutDesc } = data;
  setWithRetry((fail) => wx.updateAppMessageShareData({ ...withoutDesc, desc, fail }));
  setWithRetry((fail) => wx.updateTimelineShareData({ ...withoutDesc, fail }));
}
