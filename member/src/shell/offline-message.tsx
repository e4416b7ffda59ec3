/**
 * The message under the bar when the network is slow or lost: the age of the content, and a retry
 * button.
 */
import { useState } from "react";
import { retryConnection } from "../device/network-state.ts";
import { formatTime } from "../device/time.ts";
import styles from "./offline-message.module.css";
import { useNetworkState } from "./use-network-state.ts";

const GLYPH =
  "M3 3l18 18M2.5 9a14 14 0 0 1 4-2.6M21.5 9A14 14 0 0 0 10.5 5.1M6 12.7a9 9 0 0 1 4-2.3M18 12.7a9 9 0 0 0-3-1.9M9.3 16.2a4.5 4.5 0 0 1 5.4 0M12 19.5v.1";
const statusTexts = { there: "", slow: "网络较慢", away: "没有网络" } as const;
/** Milliseconds. A shorter retry would not be visible. */
const TRYING_MIN_MS = 400;

/** Returns `11:57`, preceded by the date when that was not today. */
export function contentAgeText(seenAt: number, now = Date.now()): string {
  const seen = formatTime(seenAt);
  const isToday = seen.slice(0, 10) === formatTime(now).slice(0, 10);
  return isToday ? seen.slice(11, 16) : seen.slice(5, 16);
}

export function OfflineMessage() {
  const { network, contentReadAt } = useNetworkState();
  const [isTrying, setTrying] = useState(false);
  const again = () => {
    if (isTrying) return;
    setTrying(true);
    const seen = new Promise((done) => setTimeout(done, TRYING_MIN_MS));
    void Promise.all([retryConnection(), seen]).finally(() => setTrying(false));
  };
  return (
    <>
      <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true">
        <path d={GLYPH} />
      </svg>
      <span className="grow">
        {statusTexts[network]}
        {contentReadAt !== undefined && `，显示 ${contentAgeText(contentReadAt)} 的内容`}
      </span>
      <button type="button" className={styles.again} aria-disabled={isTrying} onClick={again}>
        {isTrying ? "正在重试" : "重试"}
      </button>
    </>
  );
}
