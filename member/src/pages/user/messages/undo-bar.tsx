/** Bar that confirms a hidden message; the message can be restored while the bar is visible. */
import { useEffect, useEffectEvent } from "react";
import styles from "./messages.module.css";

/** Long enough to read and reach (WCAG 2.2.1 requires no less where it matters more). */
const SHOWN_MS = 8_000;

interface UndoBarProps {
  readonly onUndo: () => void;
  readonly onOver: () => void;
}

export function UndoBar({ onUndo, onOver }: UndoBarProps) {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => over(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.undo} role="status">
      <span>已隐藏一条消息</span>
      <button type="button" className={styles.undoAct} onClick={onUndo}>
        撤销
      </button>
    </div>
  );
}
