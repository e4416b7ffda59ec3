/**
 * A table of what happened to a record, inside a card. It scrolls by itself when it is wider; a cell
 * with `data-wraps` breaks its text, one with `data-align="right"` holds a figure.
 */
import type { ReactNode } from "react";
import styles from "./record-table.module.css";

export const RecordTable = (props: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={props.label}>
    <table className={styles.table}>{props.children}</table>
  </div>
);
