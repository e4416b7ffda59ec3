/** What happens when WeChat has sent the member back to this page: a login, a link, or a name and a face. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { purposeOf } from "@yunjing/contract/wechat-state";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { loadStoredInvite } from "../../../device/load-stored-invite.ts";
import { saveToken } from "../../../device/token.ts";
import { loadApi } from "../../../load-api.ts";
import type { PageProps } from "../../../pages.ts";
import { safeReferer } from "../../../shell/route-location.ts";

/** Where to land, with words about it; or why not, and where the member wanted to go. */
export type WechatReturnOutcome =
  | {
      readonly isDone: true;
      readonly referer: string;
      readonly words: string | undefined;
      /** Of a login: the account is about to be closed. */
      readonly isClosing: boolean;
    }
  | { readonly isDone: false; readonly referer: string | undefined; readonly words: string };

const doneTexts = { link: "微信已绑定", profile: "已换成微信的头像和昵称" } as const;
const CANCELLED = "你没有同意微信授权，可以再试一次";

const refererIn = (failure: unknown): string | undefined => {
  const data = failure instanceof ApiFailure ? failure.data : undefined;
  const isTold = typeof data === "object" && data !== null && "referer" in data;
  return isTold && typeof data.referer === "string" ? safeReferer(data.referer) : undefined;
};

async function requestReturn(code: string, state: string): Promise<WechatReturnOutcome> {
  const { passport, identity } = await loadApi();
  if (purposeOf(state) === "login") {
    // The terms were agreed to before the way to WeChat began; no other way leads here.
    const { inviteForLogin: inviteOfLogin, clearInvite: forgetInvite } = await loadStoredInvite();
    const asked = { code, state, termsVersion: TERMS_VERSION, ...inviteOfLogin() };
    const granted = await passport.wechatLogin(asked);
    forgetInvite();
    saveToken(granted);
    const { referer, isClosing } = granted;
    return { isDone: true, referer, words: undefined, isClosing };
  }
  const { purpose, referer } = await identity.wechatReturn({ code, state });
  return { isDone: true, referer, words: doneTexts[purpose], isClosing: false };
}

const outcomes = new Map<string, Promise<WechatReturnOutcome>>();

/** Asks once for each state, however often the page is drawn. Never rejects. */
export function completeWechatReturn({
  code = "",
  state = "",
}: PageProps["query"]): Promise<WechatReturnOutcome> {
  const known = outcomes.get(state);
  if (known) return known;
  const outcome = requestReturn(code, state).catch((failure: unknown): WechatReturnOutcome => {
    const words = code === "" ? CANCELLED : userMessageFor(failure);
    return { isDone: false, referer: refererIn(failure), words };
  });
  outcomes.set(state, outcome);
  return outcome;
}
