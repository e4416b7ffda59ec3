/** A button with a menu below it. The menu closes by Escape, and when the focus leaves both. */
import type { ReactNode } from "react";
import styles from "./menu.module.css";

const openerIn = (holder: Element): HTMLElement | null =>
  holder.querySelector<HTMLElement>("[aria-expanded]");

/** The button and, while it is open, the menu are the children; Escape closes nothing else. */
export function MenuHolder(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { isOpen, onClose, children } = props;
  return (
    <div
      className={styles.holder}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        openerIn(event.currentTarget)?.focus();
        onClose();
      }}
      // What an entry opens gives the focus back to the button, because the entry is gone by then.
      onClickCapture={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest("button") !== null)
          openerIn(currentTarget)?.focus();
      }}
    >
      {children}
    </div>
  );
}
