/** Hook for the state after the return from WeChat: waiting, finished, or failed with a reason. */
import { purposeOf } from "@yunjing/contract/wechat-state";
import { useEffect, useState } from "react";
import type { PageProps } from "../../../routes.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { enterAfterLogin, redirectTo } from "../../../shell/navigate.ts";
import { completeWechatReturn } from "./wechat-return.ts";
import { notifyClosing } from "./notify-closing.ts";

const SETTINGS = "/pages/user/settings";

export type WechatReturnState = {
  readonly isWaiting: boolean;
  /** What is in progress, as text for the member. */
  readonly waitText: string;
  readonly error: string | undefined;
  /** The page the member came from, if the server has it. */
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
        if (outcome.text !== undefined) await toast(outcome.text, { kind: "done" });
        if (outcome.isClosing) await notifyClosing();
        return;
      }
      // A member who is already logged in has nothing to do on this page.
      if (purpose === "login") {
        setReferer(outcome.referer);
        setFault(outcome.text);
        return;
      }
      await redirectTo(SETTINGS);
      await toast(outcome.text);
    });
    return () => {
      isOver = true;
    };
  }, [query, state, purpose]);
  const isWaiting = state !== undefined && fault === undefined;
  return { isWaiting, waitText: waitTexts[purpose], error: fault, referer };
}
