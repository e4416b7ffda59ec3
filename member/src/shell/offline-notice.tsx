/** The place under the bar for the line that says the network is away; its words come when they are needed. */
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { retryConnection } from "../device/network-state.ts";
import styles from "./offline-notice.module.css";
import { useNetworkState } from "./use-network-state.ts";

/** Without its own chunk the line still says the one thing that matters, and leaves a way out. */
const FallbackMessage = () => (
  <>
    没有网络
    <button type="button" className={styles.bare} onClick={() => void retryConnection()}>
      重试
    </button>
  </>
);
/** The words' chunk; asked for ahead of time while there is a network. Never rejects. */
export const loadOfflineMessage = () =>
  import("./offline-message.tsx").then(
    ({ OfflineMessage: OfflineLine }) => ({ default: OfflineLine }),
    () => ({ default: FallbackMessage }),
  );
const Line = lazy(loadOfflineMessage);

const SLIDE_MS = 200;
/** Even without motion the page moves by a transform: what is moved so is no layout shift. */
const STILL_MS = 20;

/** Lets what follows slide into the place that `box` has left or taken. */
function useSlide(box: { current: HTMLElement | null }, isOpen: boolean): void {
  const before = useRef({ isOpen, height: 0 });
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const from = before.current;
    before.current = { isOpen, height };
    // Further down the browser itself keeps what is read in its place.
    if (from.isOpen === isOpen || scrollY > 0) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.current?.nextElementSibling?.animate(
      [{ transform: `translateY(${from.height - height}px)` }, { transform: "none" }],
      { duration: isStill ? STILL_MS : SLIDE_MS, easing: "cubic-bezier(.2, .7, .2, 1)" },
    );
  }, [box, isOpen]);
}

export function OfflineNotice() {
  const isOpen = useNetworkState().network !== "there";
  const box = useRef<HTMLDivElement>(null);
  useSlide(box, isOpen);
  return (
    <div ref={box} className={styles.notice} data-open={isOpen} role="status">
      <Suspense>{isOpen && <Line />}</Suspense>
    </div>
  );
}
