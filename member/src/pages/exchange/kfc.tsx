/**
 * ExchangeKfc: store, dishes, pickup and confirmation of a meal code, of KFC and its kin. What is
 * half filled in survives a reload, and back steps back within the page.
 */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { api, q } from "../../api.ts";
import {
  forgetSession,
  keepDraft,
  keepSession,
  keptDraft,
  keptSession,
  type MealDraft,
} from "../../device/exchange-session.ts";
import { isAnswered, wordsFor } from "../../device/failure.ts";
import { HOME, type PageProps } from "../../pages.ts";
import { Button } from "../../parts/button.tsx";
import { useSecondsLeft } from "../../parts/countdown.tsx";
import { EmptyState, ErrorBlock } from "../../parts/empty-state.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { StepBar } from "../../parts/step-bar.tsx";
import { useBusy } from "../../shell/busy.ts";
import { redirectTo, switchTab } from "../../shell/navigate.ts";
import styles from "./kfc/kfc.module.css";
import { type Manifest, STEPS } from "./kfc/step.ts";
import { StoreStep } from "./kfc/store-step.tsx";
import { useSteps } from "./kfc/use-steps.ts";

// The stores are the first view; each later step comes while the one before it is being read.
const loadLater = () => import("./kfc/later-steps.ts");
const MenuStep = lazy(() => loadLater().then((steps) => ({ default: steps.MenuStep })));
const PickupStep = lazy(() => loadLater().then((steps) => ({ default: steps.PickupStep })));
const ConfirmStep = lazy(() => loadLater().then((steps) => ({ default: steps.ConfirmStep })));
const Waiting = lazy(() => loadLater().then((steps) => ({ default: steps.Waiting })));
/** Nobody has read the stores sooner. */
const STORES_READ_MS = 4_000;

const Looking = ({ at }: { readonly at: number }) => (
  <div className={styles.page}>
    <StepBar steps={STEPS} at={at} />
    <div className={styles.body}>
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

/** The session named by the address, else the one kept on the device. */
const sessionOf = ({ query, hash }: PageProps): string | undefined =>
  new URLSearchParams(hash).get("session") ?? query["session"] ?? keptSession()?.session;

const draftOf = (session: string | undefined): MealDraft | undefined => {
  const kept = keptDraft();
  if (session === undefined) return kept?.ordered ? kept : undefined;
  return kept?.session === session ? kept : emptyDraft(session);
};

export default function ExchangeKfcPage(props: PageProps) {
  const [draft, setDraft] = useState(() => draftOf(sessionOf(props)));
  const [isOver, setOver] = useState(false);
  const change = (part: Partial<MealDraft>) =>
    setDraft((before) => {
      if (!before) return before;
      const after = { ...before, ...part };
      keepDraft(after);
      if (after.ordered) forgetSession();
      return after;
    });
  useEffect(() => {
    const timer = setTimeout(() => void loadLater().catch(() => undefined), STORES_READ_MS);
    return () => clearTimeout(timer);
  }, []);
  if (draft?.ordered) {
    return (
      <Suspense fallback={<Looking at={STEPS.length} />}>
        <Waiting ordered={draft.ordered} />
      </Suspense>
    );
  }
  if (!draft || isOver) return <Over />;
  return <Filling draft={draft} change={change} onOver={() => setOver(true)} />;
}

type FillingProps = {
  readonly draft: MealDraft;
  readonly change: (part: Partial<MealDraft>) => void;
  readonly onOver: () => void;
};

function Filling({ draft, change, onOver }: FillingProps) {
  const asked = useQuery(q(api.exchange.resume, { session: draft.session }));
  if (asked.isPending) return <Looking at={draft.step} />;
  if (!asked.data) {
    if (isAnswered(asked.error)) return <Over words={wordsFor(asked.error)} />;
    return <ErrorBlock note="选好的内容还在" onRetry={asked.refetch} />;
  }
  const { manifest, expiresAt } = asked.data;
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

function Steps({ manifest, expiresAt, draft, change, onOver }: StepsProps) {
  const { title, artwork = "codebox" } = manifest;
  useBusy("meal", draft.step > 0 || draft.lines.length > 0);
  useState(() => keepSession({ session: draft.session, expiresAt, title, artwork, isMeal: true }));
  const seconds = useSecondsLeft(expiresAt, () => {
    forgetSession();
    onOver();
  });
  const go = (step: number) => {
    change({ step });
    scrollTo(0, 0);
  };
  useSteps(draft.step, go);
  const props = { manifest, draft, change, go };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <StepBar steps={STEPS} at={draft.step} onBack={go} />
      </div>
      {seconds < 180 && (
        <p className={styles.hurry} role="status">
          兑换码还为你保留 {Math.ceil(seconds / 60)} 分钟，请尽快完成
        </p>
      )}
      {draft.step === 0 && <StoreStep {...props} />}
      <Suspense
        fallback={
          <div className={styles.body}>
            <Skeleton count={4} />
          </div>
        }
      >
        {draft.step === 1 && <MenuStep {...props} />}
        {draft.step === 2 && <PickupStep {...props} />}
        {draft.step === 3 && <ConfirmStep {...props} onOver={onOver} />}
      </Suspense>
    </div>
  );
}

const Over = ({ words }: { readonly words?: string }) => (
  <EmptyState
    scene="box"
    title={words ?? "这次兑换已经结束"}
    note="没有提交的兑换码会自动退回，重新输入就能接着兑换。"
  >
    <Button look="line" onPress={() => switchTab(HOME)}>
      去首页
    </Button>
    <Button onPress={() => redirectTo("/pages/exchange/manifest")}>重新输入</Button>
  </EmptyState>
);
