/**
 * A sticky bar of actions at the bottom of a page: stays visible above the safe area, within the
 * column.
 */
import { Children, type ReactNode } from "react";
import styles from "./dock.module.css";

interface DockProps {
  readonly children: ReactNode;
  /** Lines above the buttons: a meter or a sum. Rounds the upper corners of the dock. */
  readonly above?: ReactNode;
  /** A line on top of the dock, outside its height: the page does not move when it appears. */
  readonly hint?: ReactNode;
}

/**
 * Must be the last element of a page whose content is a column; `sticky`, so that it covers nothing
 * at the end of the page.
 */
export const Dock = ({ children, above, hint }: DockProps) => (
  <div className={styles.dock} data-tall={above ? "" : undefined}>
    {hint && <div className={styles.hint}>{hint}</div>}
    {above}
    <div className={styles.acts} data-many={Children.toArray(children).length > 2 ? "" : undefined}>
      {children}
    </div>
  </div>
);
