/** A small table of figures inside a card: names at the left, figures at the right. */
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./data-table.module.css";

export function DataTable(props: {
  /** What a screen reader says the table is. */
  readonly caption?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <table className={classNames(styles.table, props.className)}>
      {props.caption && <caption className="visually-hidden">{props.caption}</caption>}
      {props.children}
    </table>
  );
}
