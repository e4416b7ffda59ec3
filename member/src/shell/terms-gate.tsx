/**
 * Asks a member to accept changed agreements: once a start, over pages that need a login. Open
 * pages stay usable, and so does the page of the agreements itself.
 */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { useEffect, useState } from "react";
import { isDefiniteFailure, userMessageFor } from "../device/failure.ts";
import { isString, writeEntry, readEntry } from "../device/storage.ts";
import { identityOf, onTokenChange, storedToken, tokenState } from "../device/token.ts";
import { LOGOUT } from "../routes.ts";
import box from "./facade/dialog-box.module.css";
import { DialogBox } from "./facade/dialog-box.tsx";
import { notice, toast } from "./facade/facade.ts";
import { useView } from "./frame.tsx";
import { needsLogin } from "./guard.ts";
import { Link } from "./link.tsx";
import { navigateTo } from "./navigate.ts";
import type { PageEntry } from "./navigator.ts";
import styles from "./terms-gate.module.css";

/** The server operations the gate uses; passed in by the app. */
export type TermsApi = {
  readonly me: (input: Record<string, never>) => Promise<{ readonly termsVersion: string }>;
  readonly acceptTerms: (input: { readonly termsVersion: string }) => Promise<unknown>;
};
type GateProps = { memberApi: () => Promise<TermsApi> };

/** Storage key of the accepted version and its member on this device; it saves the call. */
const ACCEPTED_KEY = "terms-accepted";
const acceptedValue = (): string => `${identityOf(storedToken()).uid ?? ""} ${TERMS_VERSION}`;
const storeAccepted = (): void => writeEntry(ACCEPTED_KEY, acceptedValue());

/**
 * Resolves with true when the server returns that this member accepted another version; with false
 * on a failure.
 */
async function isOutdated(memberApi: GateProps["memberApi"]): Promise<boolean> {
  if (readEntry(ACCEPTED_KEY, isString) === acceptedValue()) return false;
  const me = await memberApi()
    .then((api) => api.me({}))
    .catch(() => undefined);
  if (me?.termsVersion === TERMS_VERSION) storeAccepted();
  return me !== undefined && me.termsVersion !== TERMS_VERSION;
}

/** Returns whether to ask now; checked once a login, on the first page that needs one. */
function useOutdated(isGuarded: boolean, memberApi: GateProps["memberApi"]) {
  const [outdated, setOutdated] = useState<boolean>();
  useEffect(() => onTokenChange(() => tokenState() === "missing" && setOutdated(undefined)), []);
  const isDue = isGuarded && outdated === undefined && tokenState() !== "missing";
  useEffect(() => {
    if (!isDue) return undefined;
    let isWanted = true;
    void isOutdated(memberApi).then((is) => isWanted && setOutdated(is));
    return () => {
      isWanted = false;
    };
  }, [isDue, memberApi]);
  return [outdated === true, () => setOutdated(false)] as const;
}

export function TermsGate({ memberApi }: GateProps) {
  const { current } = useView();
  const isGuarded =
    current !== undefined && !current.isGuardPending && needsLogin(current.location);
  const [isAsking, settle] = useOutdated(isGuarded, memberApi);
  // When dismissed by Escape, by back, or to read the agreements, the dialog appears again on the
  // next page: a new entry.
  const [dismissedAt, setDismissedAt] = useState<PageEntry>();
  if (!isAsking || !isGuarded || dismissedAt === current) return null;

  const agree = () =>
    memberApi()
      .then((api) => api.acceptTerms({ termsVersion: TERMS_VERSION }))
      .then(
        () => {
          storeAccepted();
          settle();
          return toast("已同意新版协议", { kind: "done" });
        },
        async (failure: unknown) => {
          if (!isDefiniteFailure(failure))
            return toast(userMessageFor(failure), { kind: "failed" });
          // The agreements in force are newer than those of this build, so the member must load the
          // newest build.
          await notice({
            content: userMessageFor(failure),
            type: "warning",
            buttons: [{ text: "刷新" }],
          });
          return location.reload();
        },
      );
  return <Ask onAgree={agree} onAside={() => setDismissedAt(current)} />;
}

type AskProps = { onAgree: () => Promise<unknown>; onAside: () => void };

function Ask({ onAgree, onAside: onDismissed }: AskProps) {
  const [isBusy, setBusy] = useState(false);
  const agree = () => {
    if (isBusy) return;
    setBusy(true);
    void onAgree().finally(() => setBusy(false));
  };
  return (
    <DialogBox title="协议已更新" onDismiss={onDismissed}>
      <p className={styles.words}>
        请阅读新版
        <Link to="/pages/passport/terms?type=user">《用户协议》</Link>和
        <Link to="/pages/passport/terms?type=privacy">《隐私政策》</Link>
        。同意后继续使用；不同意可以退出登录，兑换码和取餐链接仍能打开。
      </p>
      <div className={box.buttons} data-stacked="true">
        <button
          type="button"
          className={box.button}
          data-tone="sea"
          aria-busy={isBusy}
          onClick={agree}
        >
          {isBusy ? "正在提交" : "同意并继续"}
        </button>
        <button type="button" className={box.button} onClick={() => void navigateTo(LOGOUT)}>
          退出登录
        </button>
      </div>
    </DialogBox>
  );
}
