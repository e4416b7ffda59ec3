/**
 * Covers the page while something runs (D05): the bar rises to 88, jumps to 100 when done, and is
 * gone 180 ms later.
 */
import { useEffect, useState } from "react";
import { WhaleMark } from "../whale-mark.tsx";
import { LOADING_CLOSE_MS, LOADING_DONE, LOADING_STEP_MS } from "./defaults.ts";
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import { progressAfter } from "./loading-progress.ts";
import type { LoadingAsk } from "./looks.ts";

export function Loading({ ask, settle }: { ask: LoadingAsk; settle: () => void }) {
  const { text, closing, reached } = ask;
  const progress = useProgress(closing, reached, settle);
  return (
    <DialogBox title={text} role="dialog" size="small" isTitleHidden onDismiss={settle}>
      <WhaleMark className={styles.mark} />
      <span aria-hidden="true">{text}</span>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={LOADING_DONE}
        aria-valuenow={Math.round(progress)}
      >
        <div className={styles.bar} style={{ transform: `scaleX(${progress / LOADING_DONE})` }} />
      </div>
    </DialogBox>
  );
}

function useProgress(closing: Promise<unknown>, reached: () => number, settle: () => void): number {
  const [progress, setProgress] = useState(() => progressAfter(0, reached()));
  useEffect(() => {
    const since = performance.now();
    const rising = setInterval(
      () => setProgress(progressAfter(performance.now() - since, reached())),
      LOADING_STEP_MS,
    );
    let leaving: ReturnType<typeof setTimeout> | undefined;
    void closing.finally(() => {
      clearInterval(rising);
      setProgress(LOADING_DONE);
      leaving = setTimeout(settle, LOADING_CLOSE_MS);
    });
    return () => {
      clearInterval(rising);
      clearTimeout(leaving);
    };
  }, [closing, reached, settle]);
  return progress;
}
