/**
 * The bottom of a page that acts: it stays in view above the safe area, and keeps to the column.
 */
import { Children, type ReactNode } from "react";
import styles from "./dock.module.css";

interface DockProps {
  readonly children: ReactNode;
  /** Lines above the buttons: a meter or a sum. Rounds the dock's shoulders. */
  readonly above?: ReactNode;
}

/**
 * The last thing in a page whose content is a column; `sticky`, so that nothing hides beneath it
 * at the end.
 */
export const Dock = ({ children, above }: DockProps) => (
  <div className={styles.dock} data-tall={above ? "" : undefined}>
    {above}
    <div className={styles.acts} data-many={Children.toArray(children).length > 2 ? "" : undefined}>
      {children}
    </div>
  </div>
);
