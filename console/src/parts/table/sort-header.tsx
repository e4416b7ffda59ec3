/** The head of a column that the operation sorts by: a button that sorts down, then up. */
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./resource-table.module.css";

export type Sorts = { readonly down: string; readonly up: string };

/** The value of `aria-sort` of a column; undefined for one that is not sorted by. */
export function ariaSort(
  sorts: Sorts | undefined,
  sort: string,
): "ascending" | "descending" | undefined {
  if (sorts?.down === sort) return "descending";
  return sorts?.up === sort ? "ascending" : undefined;
}

export function SortHeader(props: {
  readonly sorts: Sorts;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly children: ReactNode;
}) {
  const { sorts, sort, onSort, children } = props;
  const state = ariaSort(sorts, sort);
  const Arrow = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[state ?? "none"];
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => onSort(state === "descending" ? sorts.up : sorts.down)}
    >
      {children}
      <Arrow aria-hidden="true" />
    </button>
  );
}
