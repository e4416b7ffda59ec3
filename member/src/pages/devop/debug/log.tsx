/**
 * The latest errors, warnings, failed calls and navigations of this visit, masked, newest first.
 */
import { useState } from "react";
import { copyText } from "../../../device/clipboard.ts";
import { type LogKind, logEntries } from "../../../device/log.ts";
import { logText, entryText } from "../../../device/log-text.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { refresh } from "../../../components/icons.ts";
import { copy } from "../../../components/page-icons.ts";
import { Tag } from "../../../components/tag.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./debug.module.css";

const kinds = {
  error: { text: "错误", tone: "bad" },
  warn: { text: "警告", tone: "warn" },
  call: { text: "请求", tone: "bad" },
  page: { text: "页面", tone: "sea" },
} as const satisfies Record<LogKind, object>;

const readLines = () => [...logEntries()].reverse();

/** Without a clipboard (plain http, an old browser) the log text can still be selected manually. */
const copyLog = async (): Promise<void> =>
  (await copyText(logText()))
    ? toast("日志已复制", { kind: "done" })
    : toast("没有复制成功，请长按选择文字", { kind: "failed" });

export function LogTail() {
  const [lines, setLines] = useState(readLines);
  return (
    <>
      <div className={styles.acts}>
        <Button size={44} icon={copy} onPress={copyLog}>
          复制日志
        </Button>
        <Button size={44} appearance="line" icon={refresh} onPress={() => setLines(readLines())}>
          刷新
        </Button>
      </div>
      {lines.length === 0 ? (
        <EmptyState title="还没有日志" note="错误、警告、失败的请求和页面切换会记在这里" />
      ) : (
        <Section title="日志" note={`最近 ${lines.length} 条，只在内存里`}>
          <ol className="grid gap-3" aria-label="日志">
            {lines.map((entry) => (
              <li key={`${entry.at}-${lines.indexOf(entry)}`} className={styles.line}>
                <span className="row wrap gap-2">
                  <Tag tone={kinds[entry.kind].tone}>{kinds[entry.kind].text}</Tag>
                  <time className="caption">{formatTime(entry.at)}</time>
                </span>
                <span className="text-12 ink-900">{entryText(entry)}</span>
                {entry.requestId && <span className="caption">编号 {entry.requestId}</span>}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}
