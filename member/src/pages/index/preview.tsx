/**
 * 首页预览: draws a draft of the home page for the console, which frames this page and sends what the
 * server answers. Messages of another origin or window are ignored, and nothing here can be pressed.
 */
import { PREVIEW_READY, previewedPage } from "@yunjing/contract/home-preview";
import type { HomePage } from "@yunjing/contract/schemas/home";
import { useEffect, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TabBar } from "../../shell/tab-bar.tsx";
import { HOME } from "../../routes.ts";
import { Blocks } from "./home/blocks.tsx";
import { HomeHeader } from "./home/home-header.tsx";
import styles from "./home/home.module.css";

const isFramed = (): boolean => window.parent !== window;

/** Returns the page that the framing console sent last. */
function usePreviewed(): HomePage | undefined {
  const [page, setPage] = useState<HomePage>();
  useEffect(() => {
    if (!isFramed()) return undefined;
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== window.parent) return;
      const sent = previewedPage(data);
      if (sent) setPage(sent);
    };
    addEventListener("message", receive);
    document.body.inert = true;
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => removeEventListener("message", receive);
  }, []);
  return page;
}

export default function HomePreviewPage() {
  const page = usePreviewed();
  if (!isFramed()) {
    return (
      <div className="column">
        <HomeHeader cityName="上海" hotWord="" unread={0} />
        <EmptyState scene="box" title="这里显示首页预览" />
      </div>
    );
  }
  return (
    <div className="column">
      <HomeHeader cityName={page?.cityName ?? ""} hotWord={page?.hotWord ?? ""} unread={0} />
      <div className={styles.body}>
        {page ? (
          <Blocks blocks={page.blocks} onEnd={() => undefined} />
        ) : (
          <Skeleton shape="card" count={4} />
        )}
        {page?.blocks.length === 0 && <EmptyState scene="box" title="这个时刻没有版块" />}
      </div>
      <TabBar current={HOME} />
    </div>
  );
}
