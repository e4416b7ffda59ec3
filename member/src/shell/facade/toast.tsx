/**
 * A toast (D01): shown for its duration, fades out within 300 ms, read aloud by a screen reader.
 */
import { useEffect, useState } from "react";
import { TOAST_LEAVE_MS } from "./defaults.ts";
import type { ToastRequest } from "./dialog-types.ts";
import styles from "./toast.module.css";

const glyphs = {
  done: "m5 12.500 4.500 4.500L19 7.500",
  failed: "M12 4 2.800 20h18.400zM12 10v4.500m0 2.800v.1",
};

export function Toast({ ask, settle }: { ask: ToastRequest; settle: () => void }) {
  const { text, kind, durationMs } = ask;
  const [isLeaving, setIsLeaving] = useState(false);

  useEffect(() => {
    const leave = setTimeout(() => setIsLeaving(true), durationMs);
    const gone = setTimeout(settle, durationMs + TOAST_LEAVE_MS);
    return () => {
      clearTimeout(leave);
      clearTimeout(gone);
    };
  }, [durationMs, settle]);

  return (
    <div
      className={styles.toast}
      role={kind === "failed" ? "alert" : "status"}
      data-leaving={isLeaving}
    >
      {kind !== "text" && (
        <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true" data-kind={kind}>
          <path d={glyphs[kind]} />
        </svg>
      )}
      {text}
    </div>
  );
}
