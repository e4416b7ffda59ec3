/**
 * ExchangeKfc: the page to redeem a meal code at KFC and similar brands, or with `?buy=1` to buy a
 * meal without a code: store, dishes, pickup and confirmation. A partly completed form survives a reload; back returns to the previous step.
 */
import { useQuery } from "@tanstack/react-query";
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { api, apiQuery } from "../../api.ts";
import {
  clearSession,
  storeDraft,
  storeSession,
  storedDraft,
  storedSession,
  type MealDraft,
} from "../../device/exchange-session.ts";
import { isDefiniteFailure, userMessageFor } from "../../device/failure.ts";
import { HOME, type PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { useSecondsLeft } from "../../components/countdown.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StepBar } from "../../components/step-bar.tsx";
import { useBusy } from "../../shell/busy.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { redirectTo, switchTab } from "../../shell/navigate.ts";
import styles from "./kfc/kfc.module.css";
import { boughtMeal, BUYING, isBuying, type Manifest, type StepProps, STEPS } from "./kfc/step.ts";
import { StoreStep } from "./kfc/store-step.tsx";
import { useStepLayers } from "./kfc/use-steps.ts";

// The stores are the first view. Later steps are loaded in advance while the member reads it.
const loadLaterSteps = () => import("./kfc/later-steps.ts");
const MenuStep = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.MenuStep })));
const PickupStep = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.PickupStep })));
const ConfirmStep = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.ConfirmStep })));
const Waiting = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.WaitingForCode })));
/**
 * Delay in ms before the later steps are loaded: the shortest time a member needs to read the
 * stores.
 */
const STORES_READ_MS = 4_000;

const WARNED_SECONDS = 180;

const StoresSkeleton = ({ at }: { readonly at: number }) => (
  <div className="page">
    <StepBar steps={STEPS} at={at} />
    <div className="page-body one-column">
      <Skeleton count={4} />
    </div>
  </div>
);

const emptyDraft = (session: string): MealDraft => ({
  session,
  step: 0,
  eatType: "dine_in",
  menuHash: "",
  lines: [],
  phone: "",
});

/** The session in the address, else the one stored on the device. */
const sessionOf = ({ query, hash }: PageProps): string | undefined =>
  query["buy"] === "1"
    ? BUYING
    : (new URLSearchParams(hash).get("session") ?? query["session"] ?? storedSession()?.session);

const draftOf = (session: string | undefined): MealDraft | undefined => {
  const stored = storedDraft();
  if (session === undefined) return stored?.ordered ? stored : undefined;
  return stored?.session === session ? stored : emptyDraft(session);
};

export default function ExchangeKfcPage(props: PageProps) {
  const [draft, setDraft] = useState(() => draftOf(sessionOf(props)));
  const [isOver, setOver] = useState(false);
  usePageTitle(draft && isBuying(draft) ? "门店点餐" : undefined);
  const change = useCallback<StepProps["change"]>(
    (made) =>
      setDraft((before) => {
        if (!before) return before;
        const after = { ...before, ...(typeof made === "function" ? made(before) : made) };
        storeDraft(after);
        if (after.ordered && !isBuying(after)) clearSession();
        return after;
      }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => void loadLaterSteps().catch(() => undefined), STORES_READ_MS);
    return () => clearTimeout(timer);
  }, []);
  if (draft?.ordered) {
    return (
      <Suspense fallback={<StoresSkeleton at={STEPS.length} />}>
        <Waiting ordered={draft.ordered} />
      </Suspense>
    );
  }
  if (!draft || isOver) return <SessionEnded />;
  if (isBuying(draft)) {
    const restart = () => setDraft(emptyDraft(BUYING));
    return <StepPages manifest={boughtMeal} draft={draft} change={change} onOver={restart} />;
  }
  return <MealForm draft={draft} change={change} onOver={() => setOver(true)} />;
}

type FillingProps = {
  readonly draft: MealDraft;
  readonly change: StepProps["change"];
  readonly onOver: () => void;
};

function MealForm({ draft, change, onOver }: FillingProps) {
  const resumed = useQuery(apiQuery(api.exchange.resume, { session: draft.session }));
  if (resumed.isPending) return <StoresSkeleton at={draft.step} />;
  if (!resumed.data) {
    if (isDefiniteFailure(resumed.error))
      return <SessionEnded text={userMessageFor(resumed.error)} />;
    return <ErrorBlock note="选好的内容还在" onRetry={resumed.refetch} />;
  }
  const { manifest, expiresAt } = resumed.data;
  return (
    <Steps
      manifest={manifest}
      expiresAt={expiresAt}
      draft={draft}
      change={change}
      onOver={onOver}
    />
  );
}

type StepsProps = FillingProps & { readonly manifest: Manifest; readonly expiresAt: number };

/** The steps while the code is held: the session ends by time. */
function Steps({ manifest, expiresAt, draft, change, onOver }: StepsProps) {
  const { title, artwork = "codebox" } = manifest;
  useState(() => storeSession({ session: draft.session, expiresAt, title, artwork, isMeal: true }));
  return (
    <StepPages manifest={manifest} draft={draft} change={change} onOver={onOver}>
      <TimeLeft expiresAt={expiresAt} onOver={onOver} />
    </StepPages>
  );
}

type TimeLeftProps = { readonly expiresAt: number; readonly onOver: () => void };

/** Ends the session in time, and warns of it; only this part changes every second. */
function TimeLeft({ expiresAt, onOver }: TimeLeftProps) {
  const seconds = useSecondsLeft(expiresAt, () => {
    clearSession();
    onOver();
  });
  if (seconds >= WARNED_SECONDS) return null;
  return (
    <p className={styles.hurry} role="status">
      兑换码还为你保留 {Math.ceil(seconds / 60)} 分钟，请尽快完成
    </p>
  );
}

type StepPagesProps = FillingProps & {
  readonly manifest: Manifest;
  /** Between the bar of the steps and the step. */
  readonly children?: ReactNode;
};

function StepPages({ manifest, draft, change, onOver, children }: StepPagesProps) {
  useBusy("meal", draft.step > 0 || draft.lines.length > 0);
  const goToStep = useCallback((step: number) => change({ step }), [change]);
  useStepLayers(draft.step, goToStep);
  // The bar shows the step at once; a long menu follows without holding up that paint.
  const later = useDeferredValue(draft);
  const { step } = later;
  const before = useRef(step);
  useLayoutEffect(() => {
    if (before.current !== step) scrollTo(0, 0);
    before.current = step;
  }, [step]);
  // A step that is being left shows what it did, so that leaving it renders nothing of it.
  const props = { manifest, draft: draft.step === step ? draft : later, change, goToStep };
  return (
    <div className="page">
      <div className="bg-surface">
        <StepBar steps={STEPS} at={draft.step} onBack={goToStep} />
      </div>
      {children}
      {step === 0 && <StoreStep {...props} />}
      <Suspense
        key={step}
        fallback={
          <div className="page-body one-column">
            <Skeleton count={4} />
          </div>
        }
      >
        {step === 1 && <MenuStep {...props} />}
        {step === 2 && <PickupStep {...props} />}
        {step === 3 && <ConfirmStep {...props} onOver={onOver} />}
      </Suspense>
    </div>
  );
}

const SessionEnded = ({ text }: { readonly text?: string }) => (
  <EmptyState
    scene="box"
    title={text ?? "这次兑换已经结束"}
    note="没有提交的兑换码会自动退回，重新输入就能接着兑换。"
  >
    <Button appearance="line" onPress={() => switchTab(HOME)}>
      去首页
    </Button>
    <Button appearance="line" onPress={() => redirectTo("/pages/exchange/kfc?buy=1")}>
      不用码，直接点餐
    </Button>
    <Button onPress={() => redirectTo("/pages/exchange/manifest")}>重新输入</Button>
  </EmptyState>
);
