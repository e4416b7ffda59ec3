/**
 * The terms on the login page: one checkbox for every login method, and a dialog when it is not
 * ticked (D07).
 */
import { useState } from "react";
import { confirm } from "../../../shell/facade/facade.ts";

/** The spec's question when the terms are not ticked (§5). */
const TERMS_QUESTION = "请确认是否阅读并同意所有相关协议?";

export function useTerms() {
  const [isAgreed, setAgreed] = useState(false);
  /** No login runs before the terms are accepted; accepting in the dialog ticks the checkbox. */
  const agreed = async (): Promise<boolean> => {
    if (isAgreed) return true;
    const yes = await confirm({ content: TERMS_QUESTION, confirmText: "同意并登录" });
    if (yes) setAgreed(true);
    return yes;
  };
  return { isAgreed, setAgreed, agreed };
}
