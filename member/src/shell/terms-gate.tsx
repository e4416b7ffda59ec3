/**
 * Asks a member to accept changed agreements: once a start, over pages that need a login. Open
 * pages stay usable, and so does the page of the agreements itself.
 */
import { agreementNames } from "@yunjing/contract/agreements";
import type { AgreementKind, AskedTerms } from "@yunjing/contract/schemas/agreements";
import { Fragment, useEffect, useState } from "react";
import { isDefiniteFailure, userMessageFor } from "../device/failure.ts";
import { onTokenChange, tokenState } from "../device/token.ts";
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
  readonly terms: (input: Record<string, never>) => Promise<{ readonly login: AskedTerms }>;
  readonly acceptTerms: (input: { readonly termsVersion: string }) => Promise<unknown>;
};
type GateProps = { memberApi: () => Promise<TermsApi> };

/** Returns what to ask for now; read once a login, on the first page that needs one. */
function useAsked(isGuarded: boolean, memberApi: GateProps["memberApi"]) {
  const [asked, setAsked] = useState<AskedTerms | "nothing">();
  useEffect(() => onTokenChange(() => tokenState() === "missing" && setAsked(undefined)), []);
  const isDue = isGuarded && asked === undefined && tokenState() !== "missing";
  useEffect(() => {
    if (!isDue) return undefined;
    let isWanted = true;
    void memberApi()
      .then((api) => api.terms({}))
      // On a failure nothing is asked in this visit; the next one reads again.
      .then(
        ({ login }) => login,
        () => undefined,
      )
      .then((login) => isWanted && setAsked(login?.isNeeded ? login : "nothing"));
    return () => {
      isWanted = false;
    };
  }, [isDue, memberApi]);
  return [asked === "nothing" ? undefined : asked, () => setAsked("nothing")] as const;
}

export function TermsGate({ memberApi }: GateProps) {
  const { current } = useView();
  const isGuarded =
    current !== undefined && !current.isGuardPending && needsLogin(current.location);
  const [asked, settle] = useAsked(isGuarded, memberApi);
  // When dismissed by Escape, by back, or to read the agreements, the dialog appears again on the
  // next page: a new entry.
  const [dismissedAt, setDismissedAt] = useState<PageEntry>();
  if (!asked || !isGuarded || dismissedAt === current) return null;

  const agree = () =>
    memberApi()
      .then((api) => api.acceptTerms({ termsVersion: asked.termsVersion }))
      .then(
        () => {
          settle();
          return toast("已同意新版协议", { kind: "done" });
        },
        async (failure: unknown) => {
          if (!isDefiniteFailure(failure))
            return toast(userMessageFor(failure), { kind: "failed" });
          // Another version began since the dialog was opened.
          await notice({
            content: userMessageFor(failure),
            type: "warning",
            buttons: [{ text: "刷新" }],
          });
          return location.reload();
        },
      );
  return <Ask kinds={asked.kinds} onAgree={agree} onAside={() => setDismissedAt(current)} />;
}

type AskProps = {
  kinds: readonly AgreementKind[];
  onAgree: () => Promise<unknown>;
  onAside: () => void;
};

function Ask({ kinds, onAgree, onAside: onDismissed }: AskProps) {
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
        {kinds.map((kind, at) => (
          <Fragment key={kind}>
            {at > 0 && "和"}
            <Link to={`/pages/passport/terms?type=${kind}`}>《{agreementNames[kind]}》</Link>
          </Fragment>
        ))}
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
