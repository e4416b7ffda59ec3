/**
 * The loading dialog (D05): covers the page while something runs; the bar rises to 88, jumps to 100
 * when done, and the dialog closes 180 ms later.
 */
import { useEffect, useState } from "react";
import { WhaleMark } from "../whale-mark.tsx";
import { LOADING_CLOSE_MS, LOADING_DONE, LOADING_START } from "./defaults.ts";
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import { followCurve, followProgress } from "./loading-progress.ts";
import type { LoadingRequest } from "./dialog-types.ts";

export function Loading({ ask, settle }: { ask: LoadingRequest; settle: () => void }) {
  const { text } = ask;
  const progress = useProgress(ask, settle);
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

function useProgress({ closing, progress }: LoadingRequest, settle: () => void): number {
  const [percent, setPercent] = useState(progress === undefined ? LOADING_START : 0);
  useEffect(() => {
    const stop =
      progress === undefined ? followCurve(setPercent) : followProgress(progress, setPercent);
    let leaving: ReturnType<typeof setTimeout> | undefined;
    void closing.finally(() => {
      stop();
      setPercent(LOADING_DONE);
      leaving = setTimeout(settle, LOADING_CLOSE_MS);
    });
    return () => {
      stop();
      clearTimeout(leaving);
    };
  }, [closing, progress, settle]);
  return percent;
}
