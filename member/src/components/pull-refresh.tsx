/** Pull-to-refresh at the top of a page; shows the whale during the gesture and the refresh. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import styles from "./pull-refresh.module.css";
import { Whale } from "./whale.tsx";

interface PullRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * A release after this many px of pull refreshes; the page itself follows at half the speed of the
 * finger.
 */
const ENOUGH_PX = 56;
const MOST_PX = 96;

type Stage = "idle" | "pulling" | "ready" | "busy";
const stageTexts: Record<Stage, string> = {
  idle: "",
  pulling: "下拉刷新",
  ready: "松开刷新",
  busy: "正在刷新",
};

const isAtTop = (): boolean => (document.scrollingElement?.scrollTop ?? 0) <= 0;

/**
 * Follows a finger that pulls `box` down from the top of the page; `onFar` gets px during the pull,
 * `onRelease` the last value.
 */
function usePull(
  box: RefObject<HTMLElement | null>,
  onFar: (farPx: number) => void,
  onRelease: (farPx: number) => void,
): void {
  const pulled = useEffectEvent(onFar);
  const handleRelease = useEffectEvent(onRelease);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const quiet = new AbortController();
    const { signal } = quiet;
    let from: number | null = null;
    let far = 0;
    const start = ({ touches }: TouchEvent) => {
      from = isAtTop() && touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (from === null || !touch) return;
      far = Math.max(0, Math.min((touch.clientY - from) / 2, MOST_PX));
      if (far > 0 && event.cancelable) event.preventDefault();
      pulled(far);
    };
    const end = () => {
      handleRelease(far);
      from = null;
      far = 0;
    };
    element.addEventListener("touchstart", start, { passive: true, signal });
    element.addEventListener("touchmove", move, { passive: false, signal });
    element.addEventListener("touchend", end, { signal });
    element.addEventListener("touchcancel", end, { signal });
    return () => quiet.abort();
  }, [box]);
}

function stageOf(pull: number, isBusy: boolean): Stage {
  if (isBusy) return "busy";
  if (pull >= ENOUGH_PX) return "ready";
  return pull > 0 ? "pulling" : "idle";
}

/** An additional gesture: a page without touch input has its own way to refresh. */
export function PullRefresh({ onRefresh, children }: PullRefreshProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pull, setPull] = useState(0);
  const [isBusy, setBusy] = useState(false);
  usePull(box, setPull, (farPx) => {
    setPull(0);
    if (isBusy || farPx < ENOUGH_PX) return;
    setBusy(true);
    void onRefresh().finally(() => setBusy(false));
  });
  const stage = stageOf(pull, isBusy);
  const down = isBusy ? ENOUGH_PX : pull;
  const style = down > 0 ? { transform: `translateY(${down}px)` } : undefined;
  return (
    <div ref={box} className={styles.box} data-held={pull > 0 ? "" : undefined}>
      <div className={styles.head} data-stage={stage} role="status">
        {stage !== "idle" && <Whale size={28} />}
        {stageTexts[stage]}
      </div>
      <div className={styles.page} style={style}>
        {children}
      </div>
    </div>
  );
}
