/**
 * Renders a page once its chunk has loaded: a loading view after 200 ms, click-to-reload when
 * loading failed or the page threw (M17).
 */
import {
  Component,
  type ComponentType,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
} from "react";
import { TaskTimeout } from "../device/with-timeout.ts";
import type { PageProps } from "../routes.ts";
import styles from "./async-page.module.css";
import { ImportPageContext, loadedPage, loadPage } from "./page-modules.ts";
import type { RouteLocation } from "./route-location.ts";
import { WhaleMark } from "./whale-mark.tsx";

/** Spec §9: the loading view of a page appears after 200 ms, so that a fast page shows none. */
const LOADING_DELAY_MS = 200;

/**
 * `isHeld` pages load but are not rendered; `onReady` is called once the page is rendered or has
 * failed.
 */
type AsyncPageProps = { place: RouteLocation; isHeld: boolean; onReady: () => void };
/**
 * `late` = given up after 60 s; the browser is still loading that file, so a retry would only wait
 * again.
 */
type Outcome = { Page: ComponentType<PageProps> } | "loading" | "failed" | "late";

export const AsyncPage = memo(function AsyncPage({ place, isHeld, onReady }: AsyncPageProps) {
  const { page } = place;
  const importPage = useContext(ImportPageContext);
  const [tries, setTries] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>(() => {
    const Page = loadedPage(page);
    return Page ? { Page } : "loading";
  });

  useEffect(() => {
    let isWanted = true;
    const settle = (result: Outcome) => isWanted && setOutcome(result);
    loadPage(page, importPage).then(
      // A large page renders in parts, so that a press meanwhile is not kept waiting.
      (Page) => startTransition(() => void settle({ Page })),
      (failure: unknown) => settle(failure instanceof TaskTimeout ? "late" : "failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [page, importPage, tries]);

  const isFailed = outcome === "failed" || outcome === "late";
  const isReady = isFailed || (outcome !== "loading" && !isHeld);
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);

  const retry = () => {
    // Some browsers cache a failed module for the life of the document; a second failure reloads
    // the document.
    if (tries > 0 || outcome === "late") return location.reload();
    setOutcome("loading");
    setTries(tries + 1);
  };

  if (isFailed) return <Reload onClick={retry} />;
  if (outcome === "loading" || isHeld) return <Loading />;
  return (
    <PageErrorBoundary>
      <outcome.Page query={place.query} hash={place.hash} />
    </PageErrorBoundary>
  );
});

function Loading() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, LOADING_DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  // The live region is empty first, so that a screen reader reads later content aloud.
  return (
    <div role="status">
      {isLate && (
        <div className={styles.loading}>
          <WhaleMark className={styles.mark} />
          <span>加载中...</span>
        </div>
      )}
    </div>
  );
}

function Reload({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.reload} onClick={onClick}>
      <WhaleMark className={styles.mark} />
      <strong>页面没有打开</strong>
      <span>点击重新加载</span>
    </button>
  );
}

/** Catches an error during the rendering of a page, so that the bars and the other pages stay. */
class PageErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? (
      <Reload onClick={() => this.setState({ hasFailed: false })} />
    ) : (
      this.props.children
    );
  }
}
