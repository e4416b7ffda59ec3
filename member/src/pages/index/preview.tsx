/**
 * 预览: draws a draft of the home page or of a benefit for the console, which frames this page and
 * sends what the server answers. Messages of another origin or window are ignored, and nothing here
 * can be pressed.
 */
import { PREVIEW_READY, type Previewed, previewedIn } from "@yunjing/contract/member-preview";
import type { HomePage } from "@yunjing/contract/schemas/home";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { switchTab } from "../../shell/navigate.ts";
import { TabBar } from "../../shell/tab-bar.tsx";
import { HOME } from "../../routes.ts";
import { Blocks } from "./home/blocks.tsx";
import { HomeHeader } from "./home/home-header.tsx";
import styles from "./home/home.module.css";
import own from "./preview.module.css";

const BenefitPreview = lazy(() =>
  import("./preview/benefit.tsx").then((module) => ({ default: module.BenefitPreview })),
);

const isFramed = (): boolean => window.parent !== window;

/** Returns what the framing console sent last. */
function usePreviewed(): Previewed | undefined {
  const [previewed, setPreviewed] = useState<Previewed>();
  useEffect(() => {
    if (!isFramed()) return undefined;
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== window.parent) return;
      const sent = previewedIn(data);
      if (sent) setPreviewed(sent);
    };
    addEventListener("message", receive);
    document.body.inert = true;
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => removeEventListener("message", receive);
  }, []);
  return previewed;
}

const HomePreview = ({ page }: { readonly page: HomePage }) => (
  <div className="column">
    <HomeHeader cityName={page.cityName} hotWord={page.hotWord ?? ""} unread={0} />
    <div className={styles.body}>
      <Blocks blocks={page.blocks} onEnd={() => undefined} />
      {page.blocks.length === 0 && <EmptyState scene="box" title="这个时刻没有版块" />}
    </div>
    <TabBar current={HOME} />
  </div>
);

export default function PreviewPage() {
  const previewed = usePreviewed();
  if (!isFramed()) {
    return (
      <div className="column">
        <div className={own.ground} />
        <EmptyState
          scene="box"
          title="预览显示在后台里"
          note="在后台打开「首页装修」或一个商品，没有发布的改动会显示在右侧的手机里。"
        >
          <Button appearance="sea" onPress={() => switchTab(HOME)}>
            去首页
          </Button>
        </EmptyState>
      </div>
    );
  }
  const loading = (
    <div className={styles.body}>
      <Skeleton shape="card" count={4} />
    </div>
  );
  if (!previewed) return loading;
  if (previewed.type === "home-preview") return <HomePreview page={previewed.page} />;
  return (
    <Suspense fallback={loading}>
      <div className={own.ground} />
      <BenefitPreview benefit={previewed.benefit} view={previewed.view} />
    </Suspense>
  );
}
