/** The dependencies of sharing: WeChat's SDK, our server, and the member's invite code. */
import { builtInShareTexts } from "@yunjing/contract/built-in-share-texts";
import type { ShareTexts } from "@yunjing/contract/schemas/content";
import type { JsdkConfig } from "@yunjing/contract/schemas/wechat";
import { ApiFailure, NETWORK } from "./failure.ts";
import { request } from "./http.ts";
import type { SharingDependencies } from "./share.ts";
import { storedToken, tokenState } from "./token.ts";

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([field]) => field === name)?.[1]
    : undefined;

const isConfig = (value: unknown): value is JsdkConfig =>
  typeof fieldOf(value, "signature") === "string" && Array.isArray(fieldOf(value, "jsApiList"));

// Sent without the token: an expired login must not redirect the reader of an open page to login.
const ANONYMOUS = { authorization: "" };

async function fetchConfig(url: string): Promise<JsdkConfig> {
  const path = "/wechat/jsdk";
  const body = await request({ method: "POST", path, body: { url }, headers: ANONYMOUS });
  const config = fieldOf(body, "config");
  if (!isConfig(config)) throw new Error("the response contains no config");
  return config;
}

/**
 * Logs a failure as a warning in the browser's console and in the log; a lost network is not
 * logged.
 */
export function logShareFailure(what: string, cause: unknown): void {
  if (cause instanceof ApiFailure && cause.code === NETWORK) return;
  globalThis.console.warn(`share: ${what}`, cause);
}

export const shareDependencies: SharingDependencies = {
  // A chunk of its own, which only WeChat loads.
  loadSdk: async () => (await import("weixin-js-sdk")).default,
  fetchConfig,
  logFailure: logShareFailure,
};

let cachedCode: { readonly token: string; readonly code: Promise<string | undefined> } | undefined;

async function fetchInviteCode(): Promise<string | undefined> {
  const me = fieldOf(await request({ method: "GET", path: "/member/me" }), "data");
  const code = fieldOf(me, "inviteCode");
  return typeof code === "string" && code !== "" ? code : undefined;
}

/**
 * Returns the member's invite code, read once a login; undefined for a guest, or when the member
 * has none.
 */
export function inviteCode(): Promise<string | undefined> {
  const token = storedToken();
  if (tokenState() !== "valid") return Promise.resolve(undefined);
  if (cachedCode?.token !== token)
    cachedCode = { token, code: fetchInviteCode().catch(() => undefined) };
  return cachedCode.code;
}

let cachedTexts: Promise<ShareTexts["home"]> | undefined;

async function fetchShareTexts(): Promise<ShareTexts["home"]> {
  const headers = ANONYMOUS;
  const texts = fieldOf(await request({ method: "GET", path: "/share-texts", headers }), "data");
  const [title, description] = [fieldOf(texts, "title"), fieldOf(texts, "description")];
  return typeof title === "string" && typeof description === "string"
    ? { title, description }
    : builtInShareTexts.home;
}

/** Returns the operators' share texts, read once a visit; the installed ones without an answer. */
export function shareTexts(): Promise<ShareTexts["home"]> {
  cachedTexts ??= fetchShareTexts().catch(() => builtInShareTexts.home);
  return cachedTexts;
}
