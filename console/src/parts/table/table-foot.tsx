/** The foot of a list: how many, when it was loaded, what is new, and the previous and next page. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { fullTime } from "../format.ts";
import { PAGE_SIZES } from "./list-settings.ts";
import styles from "./table-foot.module.css";

export function TableFoot(props: {
  readonly text: ReactNode;
  readonly count: number;
  /** In ms since 1970; 0 before the first answer. */
  readonly updatedAt: number;
  readonly fresh: { readonly count: number; readonly unit: string } | undefined;
  readonly onReload: () => void;
  readonly isPaged: boolean;
  readonly pageSize: (typeof PAGE_SIZES)[number];
  readonly onPageSize: (pageSize: (typeof PAGE_SIZES)[number]) => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}) {
  const { text, count, updatedAt, fresh, onReload, isPaged, pageSize } = props;
  return (
    <footer className={styles.foot}>
      <span>
        本页 {count} 条{text && ` · `}
        {text}
        {updatedAt > 0 && <> · 更新于 {fullTime(updatedAt).slice(11)}</>}
      </span>
      <button type="button" className={styles.fresh} onClick={onReload}>
        {fresh && fresh.count > 0 ? `有 ${fresh.count} ${fresh.unit}，点此载入` : "刷新"}
      </button>
      {isPaged && (
        <span className={styles.pages}>
          <label>
            每页{" "}
            <select
              value={pageSize}
              onChange={({ target }) => {
                const size = PAGE_SIZES.find((one) => String(one) === target.value);
                if (size !== undefined) props.onPageSize(size);
              }}
            >
              {PAGE_SIZES.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          <Button
            size="small"
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={!props.onPrevious}
            onClick={props.onPrevious}
          >
            上一页
          </Button>
          <Button size="small" disabled={!props.onNext} onClick={props.onNext}>
            下一页
            <ChevronRight aria-hidden="true" />
          </Button>
        </span>
      )}
    </footer>
  );
}
