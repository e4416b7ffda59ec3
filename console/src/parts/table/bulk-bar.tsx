/** The bar of a selection: how many, what they sum up to, and what can be done with each of them. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./bulk-bar.module.css";

/** One act for many rows; each row is decided by itself. */
export type BulkAction<Row> = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly look?: "coral";
  readonly run: (rows: readonly Row[]) => void | Promise<void>;
};

export const BULK_MAX = 50;

export function BulkBar<Row>(props: {
  readonly rows: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly text: string | undefined;
  readonly onClear: () => void;
}) {
  const { rows, actions, text, onClear } = props;
  const isTooMany = rows.length > BULK_MAX;
  return (
    <div className={styles.bar} role="group" aria-label="批量操作">
      <strong>已选 {rows.length} 条</strong>
      {text && <span>{text}</span>}
      {isTooMany && <span>一次最多 {BULK_MAX} 条</span>}
      {actions.map(({ label, icon, look, run }) => (
        <button
          key={label}
          type="button"
          className={look === "coral" ? styles.coral : styles.action}
          disabled={isTooMany}
          onClick={() => void run(rows)}
        >
          {icon}
          {label}
        </button>
      ))}
      <button type="button" className={styles.clear} onClick={onClear} aria-label="取消选择">
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
