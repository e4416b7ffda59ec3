/** The line under the bar while the network is away: when what is shown was read, and a way to try again. */
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onReach, onReturn, reach, retry, showsFrom } from "../device/offline.ts";
import { formatTime } from "../device/time.ts";
import styles from "./offline-notice.module.css";

const GLYPH =
  "M3 3l18 18M2.5 9a14 14 0 0 1 4-2.6M21.5 9A14 14 0 0 0 10.5 5.1M6 12.7a9 9 0 0 1 4-2.3M18 12.7a9 9 0 0 0-3-1.9M9.3 16.2a4.5 4.5 0 0 1 5.4 0M12 19.5v.1";
const words = { there: "", slow: "网络较慢", away: "没有网络" } as const;
/** Shorter, and nobody sees that anything was tried. */
const TRYING_MIN_MS = 400;
const SLIDE_MS = 200;
/** Even without motion the page moves by a transform: what is moved so is no layout shift. */
const STILL_MS = 20;

/** `11:57`, with the date before it when that was not today. */
export function seenText(seenAt: number, now = Date.now()): string {
  const seen = formatTime(seenAt);
  const isToday = seen.slice(0, 10) === formatTime(now).slice(0, 10);
  return isToday ? seen.slice(11, 16) : seen.slice(5, 16);
}

/** How the network is, and from when the content in sight is. */
export const useReach = () => useSyncExternalStore(onReach, reach);

/**
 * For a page that keeps its own last content: `seenAt` (ms) while that is what it shows, and how to
 * read it anew.
 */
export function useSeenAt(seenAt: number | undefined, read: () => unknown): void {
  const source = useId();
  useEffect(() => {
    showsFrom(source, seenAt);
    return () => showsFrom(source, undefined);
  }, [source, seenAt]);
  const again = useEffectEvent(read);
  useEffect(() => onReturn(() => again()), []);
}

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
  const { network, seenAt } = useReach();
  const isOpen = network !== "there";
  const [isTrying, setTrying] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useSlide(box, isOpen);
  const again = () => {
    setTrying(true);
    const seen = new Promise((done) => setTimeout(done, TRYING_MIN_MS));
    void Promise.all([retry(), seen]).finally(() => setTrying(false));
  };
  return (
    <div ref={box} className={styles.notice} data-open={isOpen} role="status">
      {isOpen && (
        <>
          <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true">
            <path d={GLYPH} />
          </svg>
          <span className={styles.words}>
            {words[network]}
            {seenAt !== undefined && `，显示 ${seenText(seenAt)} 的内容`}
          </span>
          <button type="button" className={styles.again} aria-disabled={isTrying} onClick={again}>
            {isTrying ? "正在重试" : "重试"}
          </button>
        </>
      )}
    </div>
  );
}
