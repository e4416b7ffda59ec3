/**
 * DEVOP, the debug page: app information, stored data and errors, for members with `devop:debug`
 * (U04). `?show=` opens one section. Each section is loaded as a separate chunk.
 */
import { type ComponentType, lazy, Suspense, useState } from "react";
import { hasPermission } from "../../device/token.ts";
import type { PageProps } from "../../routes.ts";
import { NoPermission } from "../../components/no-permission.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import styles from "./debug/debug.module.css";

const PANEL = "devop-section";

type Section = { readonly id: string; readonly text: string; readonly Shown: ComponentType };

const section = (id: string, text: string, load: () => Promise<ComponentType>): Section => ({
  id,
  text,
  Shown: lazy(() => load().then((loaded) => ({ default: loaded }))),
});

const sections: readonly [Section, ...Section[]] = [
  section("overview", "概况", async () => (await import("./debug/overview.tsx")).Overview),
  section("storage", "存储", async () => (await import("./debug/storage.tsx")).StorageViewer),
  section("log", "日志", async () => (await import("./debug/log.tsx")).LogTail),
  section("cloud", "云", async () => (await import("./debug/cloud.tsx")).CloudCalls),
  section("gallery", "弹窗", async () => (await import("./debug/gallery.tsx")).Gallery),
  section(
    "images",
    "图片",
    async () => (await import("../../shell/preview/sample.tsx")).ImageSample,
  ),
  section(
    "parts",
    "部件",
    async () => (await import("../../components/showcase/showcase.tsx")).Showcase,
  ),
];

const sectionOf = (id: string | undefined): Section =>
  sections.find((one) => one.id === id) ?? sections[0];

export default function DevopDebugPage({ query }: PageProps) {
  const [{ id, text, Shown }, setShown] = useState(() => sectionOf(query["show"]));
  if (!hasPermission("devop:debug")) return <NoPermission what="开发者页面" />;
  return (
    <div className={styles.page}>
      <div className="padding-gutter">
        <Tabs
          appearance="lined"
          label="开发者页面"
          items={sections}
          value={id}
          onChoose={(chosen) => setShown(sectionOf(chosen))}
          panelId={PANEL}
        />
      </div>
      <div className={styles.section} id={PANEL} role="tabpanel" aria-label={text} data-show={id}>
        <Suspense fallback={<Skeleton shape="row" count={3} />}>
          <Shown />
        </Suspense>
      </div>
    </div>
  );
}
