/**
 * A carousel that is swiped by hand. It advances automatically only while the member does not
 * interact with it, and it can be stopped.
 */
import { useEffect, useRef, useState } from "react";
import styles from "./banner.module.css";
import { BannerSlide, type BannerItem } from "./banner-slide.tsx";
import { Icon } from "./icon.tsx";
import { pause, play } from "./icons.ts";

/** Milliseconds a slide is shown: long enough to read a title, a line and a price twice. */
const TURN_MS = 5000;

interface BannerProps {
  readonly label: string;
  readonly items: readonly BannerItem[];
}

const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Stops under the pointer, with keyboard focus, on a hidden page, by its button, and when the
 * member prefers reduced motion.
 */
export function Banner({ label, items }: BannerProps) {
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [isWatched, setWatched] = useState(false);
  const isTurning = !isStopped && !isWatched && items.length > 1;

  useEffect(() => {
    if (!isTurning || prefersReducedMotion()) return;
    const timer = setInterval(() => {
      const list = track.current;
      if (!list || document.hidden) return;
      const next = (Math.round(list.scrollLeft / list.clientWidth) + 1) % items.length;
      list.scrollTo({ left: next * list.clientWidth, behavior: "smooth" });
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning, items.length]);

  const watch = { onPointerEnter: () => setWatched(true), onPointerLeave: () => setWatched(false) };
  return (
    <section
      className="relative clip radius-card"
      aria-roledescription="轮播"
      aria-label={label}
      {...watch}
      onFocus={() => setWatched(true)}
      onBlur={() => setWatched(false)}
    >
      <ul
        ref={track}
        className={styles.track}
        onScroll={({ currentTarget: list }) =>
          setAt(Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)))
        }
      >
        {items.map((item, place) => (
          <li key={item.id} className={styles.slide} aria-label={`${place + 1} / ${items.length}`}>
            <BannerSlide item={item} />
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.stop}
            aria-label={isStopped ? "继续轮播" : "暂停轮播"}
            onClick={() => setStopped(!isStopped)}
          >
            <Icon of={isStopped ? play : pause} size={12} />
          </button>
          <span className={styles.dots} aria-hidden="true">
            {items.map((item, place) => (
              <i key={item.id} data-on={place === at ? "" : undefined} />
            ))}
          </span>
        </div>
      )}
    </section>
  );
}
