/** A quantity: a round plus button and, from one on, the number and a minus button. */
import { Icon } from "./icon.tsx";
import { minus, plus } from "./icons.ts";
import styles from "./stepper.module.css";

interface StepperProps {
  /** What is counted, for screen readers (香辣鸡腿堡). */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Why the quantity cannot be increased, read aloud on the plus button. */
  readonly maxReason?: string | undefined;
  /** `plain` is used in a sheet beside a limit and always shows the number. */
  readonly appearance?: "round" | "plain" | undefined;
}

export function Stepper(props: StepperProps) {
  const { label, value, onChange, min = 0, max = 99, appearance = "round" } = props;
  const isFull = value >= max;
  const isLeast = value <= min;
  const showsNumber = appearance === "plain" || value > 0;
  const plusLabel = isFull
    ? `${label}，${props.maxReason ?? `最多 ${max} 份`}`
    : `${label}，加一份`;
  return (
    <span className={styles.stepper} data-look={appearance} role="group" aria-label={label}>
      {showsNumber && (
        <>
          <button
            type="button"
            className={styles.less}
            aria-label={`${label}，减一份`}
            aria-disabled={isLeast ? true : undefined}
            onClick={() => !isLeast && onChange(value - 1)}
          >
            <Icon of={minus} size={18} />
          </button>
          <span className={styles.number} aria-live="polite">
            {value}
          </span>
        </>
      )}
      <button
        type="button"
        className={styles.more}
        aria-label={plusLabel}
        aria-disabled={isFull ? true : undefined}
        onClick={() => !isFull && onChange(value + 1)}
      >
        <Icon of={plus} size={18} />
      </button>
    </span>
  );
}
