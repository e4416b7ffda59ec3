/** Hook that opens WeChat's page for a login, after a tap and acceptance of the terms. */
import { useEffect, useRef } from "react";
import { userMessageFor } from "../../../device/failure.ts";
import { loadApi } from "../../../load-api.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { openExternal } from "../../../shell/navigate.ts";

/**
 * Returns the button's handler. `withProfile`: WeChat asks for nickname and picture. The promise
 * ends when the page is left, or after an error message.
 */
export function useWechat(
  agreed: () => Promise<boolean>,
  { referer, withProfile }: { readonly referer: string; readonly withProfile: boolean },
): () => Promise<void> {
  const resume = useRef<() => void>(undefined);
  useEffect(() => {
    // After the back gesture from WeChat, the browser restores this page in its busy state.
    const shown = () => resume.current?.();
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, []);
  return async () => {
    if (!(await agreed())) return;
    const sent = loadApi().then(({ passport }) =>
      passport.wechatAuthorize({ referer, withProfile }),
    );
    await sent.then(
      ({ url }) => {
        // Replaces this page in the history, so that back does not return to the login.
        openExternal(url, { replace: true });
        return new Promise<void>((done) => {
          resume.current = done;
        });
      },
      (failure: unknown) => toast(userMessageFor(failure)),
    );
  };
}
