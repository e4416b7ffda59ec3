/** The state of a page that WeChat has led back to: it waits, goes on, or tells why it cannot. */
import { purposeOf } from "@yunjing/contract/wechat-state";
import { useEffect, useState } from "react";
import type { PageProps } from "../../../pages.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { enterAfterLogin, redirectTo } from "../../../shell/navigate.ts";
import { completeWechatReturn } from "./wechat-return.ts";
import { notifyClosing } from "./notify-closing.ts";

const SETTINGS = "/pages/user/settings";

export type WechatReturnState = {
  readonly isWaiting: boolean;
  /** What is under way, in the member's words. */
  readonly waitText: string;
  readonly error: string | undefined;
  /** Where the member wanted to go, as far as the server knows it. */
  readonly referer: string | undefined;
};

const waitTexts = { login: "正在登录", link: "正在绑定微信", profile: "正在读取头像和昵称" };

export function useWechatReturn(query: PageProps["query"]): WechatReturnState {
  const { state } = query;
  const [fault, setFault] = useState<string>();
  const [referer, setReferer] = useState<string>();
  const purpose = purposeOf(state ?? "");
  useEffect(() => {
    if (state === undefined) return undefined;
    let isOver = false;
    void completeWechatReturn(query).then(async (outcome) => {
      if (isOver) return;
      if (outcome.isDone) {
        await enterAfterLogin({ referer: outcome.referer });
        if (outcome.words !== undefined) await toast(outcome.words, { kind: "done" });
        if (outcome.isClosing) await notifyClosing();
        return;
      }
      // Who is logged in already has nothing to do on this page.
      if (purpose === "login") {
        setReferer(outcome.referer);
        setFault(outcome.words);
        return;
      }
      await redirectTo(SETTINGS);
      await toast(outcome.words);
    });
    return () => {
      isOver = true;
    };
  }, [query, state, purpose]);
  const isWaiting = state !== undefined && fault === undefined;
  return { isWaiting, waitText: waitTexts[purpose], error: fault, referer };
}
