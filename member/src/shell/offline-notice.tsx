/** The offline notice under the bar; its message loads when it is needed. */
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { retryConnection } from "../device/network-state.ts";
import styles from "./offline-notice.module.css";
import { useNetworkState } from "./use-network-state.ts";

/** Shown when the chunk of the message does not load: the short message and a retry button. */
const FallbackMessage = () => (
  <>
    没有网络
    <button type="button" className={styles.bare} onClick={() => void retryConnection()}>
      重试
    </button>
  </>
);
/** Loads the chunk of the message, ahead of time while there is a network. Never rejects. */
export const loadOfflineMessage = () =>
  import("./offline-message.tsx").then(
    ({ OfflineMessage }) => ({ default: OfflineMessage }),
    () => ({ default: FallbackMessage }),
  );
const Line = lazy(loadOfflineMessage);

const SLIDE_MS = 200;
/**
 * Milliseconds. The page moves by a transform even without motion, because a transform is no layout
 * shift.
 */
const REDUCED_MOTION_MS = 20;

/** Slides the following element into the space that `box` has freed or taken. */
function useSlide(box: { current: HTMLElement | null }, isOpen: boolean): void {
  const before = useRef({ isOpen, height: 0 });
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const from = before.current;
    before.current = { isOpen, height };
    // When the page is scrolled, the browser itself keeps the visible content in place.
    if (from.isOpen === isOpen || scrollY > 0) return;
    const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.current?.nextElementSibling?.animate(
      [{ transform: `translateY(${from.height - height}px)` }, { transform: "none" }],
      {
        duration: prefersReducedMotion ? REDUCED_MOTION_MS : SLIDE_MS,
        easing: "cubic-bezier(.2, .7, .2, 1)",
      },
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
