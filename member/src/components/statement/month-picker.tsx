/**
 * Selects one month of a statement, or all months: a text button that opens a sheet of the last
 * months.
 */
import { useState } from "react";
import { serverNow } from "../../device/clock.ts";
import { BottomSheet } from "../bottom-sheet.tsx";
import { Icon } from "../icon.tsx";
import { chevronDown } from "../icons.ts";
import styles from "./statement.module.css";
import { monthsBefore } from "./statement-groups.ts";
import { monthText } from "./statement-text.ts";

interface MonthPickerProps {
  /** YYYY-MM; undefined shows every month. */
  readonly value: string | undefined;
  readonly onChoose: (month: string | undefined) => void;
}

/** One year plus the month in which it began. */
const MONTHS_SHOWN = 13;

export function MonthPicker({ value, onChoose }: MonthPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (month: string | undefined) => {
    onChoose(month);
    setOpen(false);
  };
  const shown = value === undefined ? "全部月份" : monthText(value);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {shown}
        <Icon of={chevronDown} size={16} />
      </button>
      <BottomSheet isOpen={isOpen} onClose={() => setOpen(false)} title="选择月份">
        <fieldset className={styles.months} aria-label="月份">
          {[undefined, ...monthsBefore(serverNow(), MONTHS_SHOWN)].map((month) => (
            <button
              key={month ?? "all"}
              type="button"
              className={styles.pick}
              aria-pressed={month === value}
              onClick={() => choose(month)}
            >
              {month === undefined ? "全部月份" : monthText(month)}
            </button>
          ))}
        </fieldset>
      </BottomSheet>
    </>
  );
}
