/**
 * The column with its live pages: the current one is seen, the others keep their state (M03, M19).
 */
import {
  Activity,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { AsyncPage } from "./async-page.tsx";
import { Bar } from "./bar.tsx";
import styles from "./frame.module.css";
import { router } from "./navigate.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import type { Entry } from "./navigator.ts";
import { useOwnTitle } from "./page-title.ts";
import { rememberScroll, restoreScroll } from "./scroll.ts";
import { shareShown } from "./share.ts";
import { leaveSplash, waitBehindSplash } from "./splash.ts";
import { TabBar } from "./tab-bar.tsx";
import { inTransition } from "./transition.ts";

const subscribe = (tell: () => void) =>
  router.subscribe(() => inTransition(router.view().direction, tell));

/** What the navigator shows now. */
export const useView = () => useSyncExternalStore(subscribe, router.view);

export function Frame() {
  const { alive, current } = useView();
  const key = current?.key;

  const ownTitle = useOwnTitle(key);
  useEffect(() => {
    if (current) document.title = ownTitle ?? current.place.page.title;
  }, [current, ownTitle]);
  useEffect(() => {
    if (current && !current.isHeld) shareShown(current.place);
  }, [current]);

  useLayoutEffect(() => (key === undefined ? undefined : restoreScroll(key)), [key]);

  useEffect(waitBehindSplash, []);

  // A reload, or a call that makes the browser drop the page, must not lose the place either.
  useEffect(() => {
    const leave = () => key !== undefined && rememberScroll(key);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [key]);

  return (
    <div className={styles.column}>
      {alive.map((entry) => (
        <Activity key={entry.key} mode={entry.key === key ? "visible" : "hidden"}>
          <LivePage entry={entry} />
        </Activity>
      ))}
      {current?.place.page.tab && <TabBar current={current.place.path} />}
    </div>
  );
}

const LivePage = memo(function LivePage({ entry }: { entry: Entry }) {
  const { place, index, isHeld, key } = entry;
  const page = useRef<HTMLDivElement>(null);

  // A screen reader goes on from the new page, not from where the old one was tapped.
  useEffect(() => {
    if (router.view().direction !== "none") page.current?.focus({ preventScroll: true });
  }, []);

  const onReady = useCallback(() => {
    restoreScroll(key);
    leaveSplash();
  }, [key]);

  return (
    <div ref={page} className={styles.page} data-tab={place.page.tab !== undefined} tabIndex={-1}>
      <Bar place={place} index={index} entryKey={key} />
      <OfflineNotice />
      <main className={styles.main}>
        <AsyncPage place={place} isHeld={isHeld} onReady={onReady} />
      </main>
    </div>
  );
});
