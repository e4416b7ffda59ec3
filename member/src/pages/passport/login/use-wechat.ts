/** The way to WeChat's page for a login: asked for by a tap, after the terms. */
import { useEffect, useRef } from "react";
import { userMessageFor } from "../../../device/failure.ts";
import { loadApi } from "../../../load-api.ts";
import { toast } from "../../../shell/facade/facade.ts";
import { openExternal } from "../../../shell/navigate.ts";

/** Answers what the button does; `withProfile`: WeChat asks for nickname and picture. The promise ends when the page is left, or with words about why not. */
export function useWechat(
  agreed: () => Promise<boolean>,
  { referer, withProfile }: { readonly referer: string; readonly withProfile: boolean },
): () => Promise<void> {
  const wake = useRef<() => void>(undefined);
  useEffect(() => {
    // Back from WeChat by the back gesture, the browser shows this page as it was left: busy.
    const shown = () => wake.current?.();
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, []);
  return async () => {
    if (!(await agreed())) return;
    const asked = loadApi().then(({ passport }) =>
      passport.wechatAuthorize({ referer, withProfile }),
    );
    await asked.then(
      ({ url }) => {
        // In this page's place: back from where the member lands is not the login again.
        openExternal(url, { replace: true });
        return new Promise<void>((done) => {
          wake.current = done;
        });
      },
      (failure: unknown) => toast(userMessageFor(failure)),
    );
  };
}
