/**
 * The "page not found" page (M13): shows the path as text, reports it once automatically, and links
 * to home.
 */
import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { userMessageFor } from "../device/failure.ts";
import { HOME, type PageProps } from "../routes.ts";
import { Button } from "../components/button.tsx";
import { Scene } from "../components/scene.tsx";
import { toast } from "../shell/facade/facade.ts";
import { switchTab } from "../shell/navigate.ts";
import styles from "./report.module.css";

const PATH_MAX = 512;
// At most one report per path and visit. The server merges repeated reports.
const reported = new Set<string>();

// Strips the query string: it may contain the member's data and would split one missing page into
// many.
const report = (path: string) => api.home.reportLostPage({ path: path.split("?", 1)[0] || "/" });

export default function NotFoundPage({ query }: PageProps) {
  const path = (query["referer"] ?? "").slice(0, PATH_MAX);
  const isRecorded = useReportOnce(path);
  const submitReport = () =>
    report(path).then(
      () => toast("已收到，我们会尽快核对", { kind: "done" }),
      (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
    );

  return (
    <div className={styles.lost}>
      <div className={styles.picture}>
        <Scene name="lost" />
      </div>
      <h2 className="text-20 strong">这片海域还没有航线</h2>
      <p className="ink-700 mt-1">链接可能已失效，或者页面搬了家</p>
      {path !== "" && (
        <div className="full-width caption mt-5">
          <p>找不到的页面</p>
          <code className={styles.path}>{path}</code>
        </div>
      )}
      <div className="grid gap-3 full-width mt-5">
        <Button block onPress={() => switchTab(HOME)}>
          返回首页
        </Button>
        {path !== "" && (
          <Button block appearance="line" busyText="正在提交" onPress={submitReport}>
            告诉我们
          </Button>
        )}
      </div>
      {isRecorded && <p className="caption mt-3">已自动记录一次，不含你的个人信息</p>}
    </div>
  );
}

/**
 * Reports a path once, automatically. Returns true when the server has recorded it. A failure is
 * silent, because the page has a button to report again.
 */
function useReportOnce(path: string): boolean {
  const [isRecorded, setIsRecorded] = useState(reported.has(path));
  useEffect(() => {
    if (path === "" || reported.has(path)) return;
    reported.add(path);
    report(path).then(
      () => setIsRecorded(true),
      () => reported.delete(path),
    );
  }, [path]);
  return isRecorded;
}
