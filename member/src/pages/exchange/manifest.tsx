/**
 * ExchangeManifest: looks up a code and shows what it can be redeemed for. The code is typed,
 * pasted or in the address. An unfinished session is offered again.
 */
import type { Output } from "@yunjing/contract/operations";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import {
  clearDraft,
  clearSession,
  storeSession,
  type StoredSession,
  storedDraft,
  storedSession,
} from "../../device/exchange-session.ts";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import { loadPart } from "../../device/load-part.ts";
import { loadApi, loadApiWithProof } from "../../load-api.ts";
import type { PageProps } from "../../routes.ts";
import { normalizeTypedCode } from "../../components/typed-code.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../shell/facade/facade.ts";
import { redirectTo } from "../../shell/navigate.ts";
import { CodeEntry } from "./manifest/code-entry.tsx";

type Session = Output<"exchange", "open">;

// The first view is one field; the view of a valid code is loaded when a code is looked up.
const loadFound = () => loadPart(() => import("./manifest/opened-code.tsx"));
const Found = lazy(() => loadFound().then((module) => ({ default: module.OpenedCode })));

const MEAL_PAGE = "/pages/exchange/kfc";

const isMealTarget = ({ target }: Session["manifest"]): boolean =>
  target === "meal" || target === "voucher";

function storeOpenedSession({ session, expiresAt, manifest }: Session): void {
  const { title, artwork = "codebox" } = manifest;
  storeSession({ session, expiresAt, title, artwork, isMeal: isMealTarget(manifest) });
  if (storedDraft()?.session !== session) clearDraft();
}

/**
 * Returns the code in the address: from the fragment, which is never sent to a server, or from the
 * query.
 */
const codeOf = ({ query, hash }: PageProps): string =>
  normalizeTypedCode(new URLSearchParams(hash).get("code") ?? query["code"] ?? "");

function useSession(props: PageProps) {
  const [code, setCode] = useState(() => codeOf(props));
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<Session>();
  const [stored, setStored] = useState<StoredSession | undefined>(storedSession);
  const [isResuming, setResuming] = useState(false);
  const [isProving, setProving] = useState(false);

  const show = (session: Session) => {
    storeOpenedSession(session);
    setStored(undefined);
    setFound(session);
  };
  const end = (text?: string) => {
    clearSession();
    setStored(undefined);
    setFound(undefined);
    if (text) setError(text);
  };
  const open = (typed = code): Promise<void> => {
    setError(undefined);
    loadFound().catch(() => undefined);
    const before = storedSession()?.session;
    const input = { code: typed, ...(before === undefined ? {} : { session: before }) };
    return loadApiWithProof()
      .then(({ api, withProof }) =>
        withProof(
          (proof) => api.exchange.open({ ...input, ...proof }),
          () => setProving(true),
        ),
      )
      .then(show, (failure: unknown) => setError(userMessageFor(failure)))
      .finally(() => setProving(false));
  };
  const resume = (session: string): Promise<void> => {
    setResuming(true);
    return loadApi()
      .then(({ exchange }) => exchange.resume({ session }))
      .then(show, (failure: unknown) => {
        const isOver = failure instanceof ApiFailure && failure.status < 500 && failure.status > 0;
        if (isOver) end(userMessageFor(failure));
        else setError(userMessageFor(failure));
      })
      .finally(() => setResuming(false));
  };
  const leave = async (session: string): Promise<void> => {
    const left = await loadApi()
      .then(({ exchange }) => exchange.leave({ session }))
      .then(
        () => true,
        (failure: unknown) => failure instanceof ApiFailure && failure.code === "SESSION_OVER",
      );
    if (!left) return toast("没有退回成功，请检查网络后再试", { kind: "failed" });
    end();
    clearDraft();
    setCode("");
    return toast("兑换码已退回，可以稍后再用");
  };
  /**
   * Redeems another use of the same code. After a login the page no longer has the code, so the
   * member types it again.
   */
  const again = async (): Promise<void> => {
    end();
    if (code !== "") await open();
  };
  const type = (typed: string) => {
    setCode(typed);
    setError(undefined);
  };
  const step = { open, again, resume, leave, end };
  return { code, type, error, found, stored, isResuming, isProving, ...step };
}

export default function ExchangeManifestPage(props: PageProps) {
  const state = useSession(props);
  const { found, stored } = state;

  // Resumes the session after a login, or by a link that names the session.
  const start = useEffectEvent(() => {
    const named = new URLSearchParams(props.hash).get("session") ?? undefined;
    const goesOn = named ?? (props.query["resume"] === "1" ? stored?.session : undefined);
    if (goesOn !== undefined) void state.resume(goesOn);
  });
  useEffect(() => start(), []);

  const looking = (
    <div className="page">
      <Skeleton count={2} />
    </div>
  );
  if (state.isResuming && !found) return looking;
  if (found) {
    return (
      <Suspense fallback={looking}>
        <Found
          key={found.session}
          found={found}
          onLeave={() => state.leave(found.session)}
          onOver={state.end}
          onDone={clearSession}
          onAgain={state.again}
        />
      </Suspense>
    );
  }
  const continueSession = (unfinished: StoredSession): Promise<void> =>
    unfinished.isMeal ? redirectTo(MEAL_PAGE) : state.resume(unfinished.session);
  return (
    <CodeEntry
      code={state.code}
      onType={state.type}
      error={state.error}
      onOpen={state.open}
      busyText={state.isProving ? "正在确认…" : "正在查询"}
      storedSession={stored}
      onContinue={continueSession}
      onDiscard={({ session }) => state.leave(session)}
      onStoredSessionExpired={() => state.end()}
    />
  );
}
