/**
 * The custom navigation bar of the web: back (home when there is no page behind) and title (M02).
 */
import { useEffect, useRef, useState } from "react";
import { hasOwnBar, isServer } from "../device/platform.ts";
import styles from "./navigation-bar.module.css";
import { navigateBack } from "./navigate.ts";
import { useOwnTitle } from "./page-title.ts";
import type { RouteLocation } from "./route-location.ts";
import { WhaleMark } from "./whale-mark.tsx";

/** The console frames the preview of the home page, from which nothing else is opened. */
const isFramed = (): boolean => !isServer && window.parent !== window;

type BarProps = { place: RouteLocation; index: number; entryKey: string };

export function NavigationBar({ place, index, entryKey }: BarProps) {
  const { tab, bar } = place.page;
  const title = useOwnTitle(entryKey) ?? place.page.title;
  const top = useRef<HTMLDivElement>(null);
  const isScrolled = useIsScrolledAway(top);
  if (!hasOwnBar()) {
    return (
      <header className="sr-only">
        <h1>{title}</h1>
      </header>
    );
  }
  return (
    <>
      <div ref={top} className={styles.top} />
      <header className={styles.bar} data-bar={bar} data-scrolled={isScrolled}>
        {tab || isFramed() ? null : (
          <button
            type="button"
            className={styles.back}
            aria-label={index > 0 ? "返回" : "首页"}
            onClick={() => void navigateBack()}
          >
            {index > 0 ? <BackIcon /> : <HomeIcon />}
          </button>
        )}
        <h1 className={styles.title}>
          {bar === "brand" && <WhaleMark className={styles.mark} tone="white" />}
          {title}
        </h1>
      </header>
    </>
  );
}

/** True once the element has scrolled off the top of the screen. */
function useIsScrolledAway(element: { current: Element | null }): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([seen]) => setIsAway(seen?.isIntersecting === false));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isAway;
}

const stroke = {
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
} as const;

const BackIcon = () => (
  <svg {...stroke}>
    <path d="M15 4.500 7.500 12l7.500 7.500" />
  </svg>
);

const HomeIcon = () => (
  <svg {...stroke} strokeWidth={1.8}>
    <path d="M4 11.2 12 4l8 7.2V19a1.2 1.2 0 0 1-1.2 1.2h-4.3V15h-5v5.2H5.2A1.2 1.2 0 0 1 4 19z" />
  </svg>
);
