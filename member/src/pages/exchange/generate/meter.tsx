/** A progress bar with text for the generated or redeemed share of a batch. */
import { countText } from "../../../components/money.ts";
import { percentOf } from "./batch-text.ts";
import styles from "./generate.module.css";

interface MeterProps {
  /** 已生成, 已兑换. */
  readonly label: string;
  readonly part: number;
  readonly all: number;
  readonly tone?: "sea" | "ok" | undefined;
}

export function Meter({ label, part, all, tone = "ok" }: MeterProps) {
  const percent = percentOf(part, all);
  return (
    <span className="grid gap-1">
      <span className="flex between gap-2 text-12 ink-700">
        <span>{label}</span>
        <span>{`${countText(part)} / ${countText(all)}`}</span>
      </span>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={`${countText(part)} / ${countText(all)}`}
      >
        <span
          className={styles.fill}
          data-tone={tone}
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </span>
    </span>
  );
}
