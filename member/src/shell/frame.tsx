/**
 * The column with its live pages: the current one is visible, the others retain their state (M03,
 * M19).
 */
import {
  Activity,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { AsyncPage } from "./async-page.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import { finishTakeOver } from "./first-view.ts";
import styles from "./frame.module.css";
import { router } from "./navigate.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import type { NavigatorView, PageEntry } from "./navigator.ts";
import { useOwnTitle } from "./page-title.ts";
import { saveScrollPosition, restoreScrollPosition } from "./scroll.ts";
import { sharePage } from "./share.ts";
import { hideSplash, hideSplashAfterTimeout } from "./splash.ts";
import { TabBar } from "./tab-bar.tsx";
import { runInTransition } from "./transition.ts";

const subscribe = (listener: () => void) =>
  router.subscribe(() => runInTransition(router.view().direction, listener));

/** Returns the navigator's current view. */
export const useView = () => useSyncExternalStore(subscribe, router.view, router.view);

/**
 * Returns the view whose pages are shown. A tab that is pressed is marked at once; its page, which
 * may be large, follows without holding up that paint.
 */
function useShownView(view: NavigatorView): NavigatorView {
  const later = useDeferredValue(view);
  const isTabSwitch = view.direction === "none" && view.current?.location.page.tab !== undefined;
  return isTabSwitch && later.current?.location.page.tab !== undefined ? later : view;
}

export function Frame() {
  const view = useView();
  const { livePages, current } = useShownView(view);
  const key = current?.key;

  const ownTitle = useOwnTitle(key);
  useEffect(() => {
    if (current) document.title = ownTitle ?? current.location.page.title;
  }, [current, ownTitle]);
  useEffect(() => {
    if (current && !current.isGuardPending) sharePage(current.location);
  }, [current]);

  useLayoutEffect(() => (key === undefined ? undefined : restoreScrollPosition(key)), [key]);

  useEffect(hideSplashAfterTimeout, []);

  // The scroll position is also saved for a reload and for a page that the browser discards.
  useEffect(() => {
    const leave = () => key !== undefined && saveScrollPosition(key);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [key]);

  return (
    <div className={styles.column}>
      {livePages.map((entry) => (
        <Activity key={entry.key} mode={entry.key === key ? "visible" : "hidden"}>
          <LivePage entry={entry} />
        </Activity>
      ))}
      {current?.location.page.tab && (
        <TabBar current={view.current?.location.path ?? current.location.path} />
      )}
    </div>
  );
}

const LivePage = memo(function LivePage({ entry }: { entry: PageEntry }) {
  const { location, index, isGuardPending, key } = entry;
  const page = useRef<HTMLDivElement>(null);

  // Moves the focus to the new page, so that a screen reader continues there.
  useEffect(() => {
    if (router.view().direction !== "none") page.current?.focus({ preventScroll: true });
  }, []);

  const onReady = useCallback(() => {
    restoreScrollPosition(key);
    finishTakeOver();
    hideSplash();
  }, [key]);

  return (
    <div
      ref={page}
      className={styles.page}
      data-tab={location.page.tab !== undefined}
      tabIndex={-1}
    >
      <NavigationBar place={location} index={index} entryKey={key} />
      <OfflineNotice />
      <main className="column grow">
        <AsyncPage place={location} isHeld={isGuardPending} onReady={onReady} />
      </main>
    </div>
  );
});
