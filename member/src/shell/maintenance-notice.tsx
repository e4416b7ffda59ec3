/**
 * The maintenance notice under the bar, which operators publish; the member can close it. Loaded
 * after the first view.
 */
import { useEffect, useState } from "react";
import { formatTime } from "../device/time.ts";
import styles from "./maintenance-notice.module.css";

/** Milliseconds between two reads while the page is visible. */
const POLL_MS = 60_000;

type Notice = { readonly text: string; readonly endsAt: number };

/** `read` returns the notice of now; a failed read keeps the last one. */
export function MaintenanceNotice(props: {
  readonly read: () => Promise<{ readonly notice?: Notice }>;
}) {
  const { read } = props;
  const [notice, setNotice] = useState<Notice>();
  const [closedText, setClosedText] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    const load = () => {
      if (document.hidden) return;
      read().then(
        (found) => isWanted && setNotice(found.notice),
        () => undefined,
      );
    };
    load();
    const timer = setInterval(load, POLL_MS);
    document.addEventListener("visibilitychange", load);
    return () => {
      isWanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }, [read]);
  if (!notice || notice.text === closedText) return null;
  return (
    <div className={styles.notice} role="status">
      <span className="grow">
        {notice.text}
        <span className="nowrap">（至 {formatTime(notice.endsAt).slice(5, 16)}）</span>
      </span>
      <button type="button" className={styles.close} onClick={() => setClosedText(notice.text)}>
        知道了
      </button>
    </div>
  );
}
