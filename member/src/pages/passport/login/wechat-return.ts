/**
 * Completes the return from WeChat to this page: a login, a linked account, or an imported nickname
 * and picture.
 */
import { purposeOf } from "@yunjing/contract/wechat-state";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { loadStoredInvite } from "../../../device/load-stored-invite.ts";
import { saveToken } from "../../../device/token.ts";
import { loadApi } from "../../../load-api.ts";
import type { PageProps } from "../../../routes.ts";
import { welcomeNewcomer } from "./use-login.ts";
import { safeReferer } from "../../../shell/route-location.ts";

/**
 * The target page with a message; or the reason for the failure and the page the member came from.
 */
export type WechatReturnOutcome =
  | {
      readonly isDone: true;
      readonly referer: string;
      readonly text: string | undefined;
      /** For a login: the account will be closed soon. */
      readonly isClosing: boolean;
    }
  | { readonly isDone: false; readonly referer: string | undefined; readonly text: string };

const doneTexts = { link: "微信已绑定", profile: "已换成微信的头像和昵称" } as const;
const CANCELLED = "你没有同意微信授权，可以再试一次";

const refererIn = (failure: unknown): string | undefined => {
  const data = failure instanceof ApiFailure ? failure.data : undefined;
  const hasReferer = typeof data === "object" && data !== null && "referer" in data;
  return hasReferer && typeof data.referer === "string" ? safeReferer(data.referer) : undefined;
};

async function requestReturn(code: string, state: string): Promise<WechatReturnOutcome> {
  const { passport, identity, home } = await loadApi();
  if (purposeOf(state) === "login") {
    // The terms were accepted before the member went to WeChat; there is no other way to this
    // point.
    const { inviteForLogin, clearInvite } = await loadStoredInvite();
    const invited = inviteForLogin();
    const input = { code, state, ...(await home.agreements({})), ...invited };
    const granted = await passport.wechatLogin(input);
    clearInvite();
    saveToken(granted);
    await welcomeNewcomer(granted, invited.inviteCode);
    const { referer, isClosing } = granted;
    return { isDone: true, referer, text: undefined, isClosing };
  }
  const { purpose, referer } = await identity.wechatReturn({ code, state });
  return { isDone: true, referer, text: doneTexts[purpose], isClosing: false };
}

const outcomes = new Map<string, Promise<WechatReturnOutcome>>();

/** Sends one request per state, however often the page renders. Never rejects. */
export function completeWechatReturn({
  code = "",
  state = "",
}: PageProps["query"]): Promise<WechatReturnOutcome> {
  const known = outcomes.get(state);
  if (known) return known;
  const outcome = requestReturn(code, state).catch((failure: unknown): WechatReturnOutcome => {
    const text = code === "" ? CANCELLED : userMessageFor(failure);
    return { isDone: false, referer: refererIn(failure), text };
  });
  outcomes.set(state, outcome);
  return outcome;
}
