/** The current step of a flow: 1 门店, 2 餐品, 3 取餐, 4 确认. */
import { Icon } from "./icon.tsx";
import { check } from "./icons.ts";
import styles from "./step-bar.module.css";

interface StepBarProps {
  readonly steps: readonly string[];
  /** Index of the current step, from 0. */
  readonly at: number;
  /** Goes back to a completed step; absent where going back is not possible. */
  readonly onBack?: ((at: number) => void) | undefined;
}

const stateAt = (place: number, at: number) =>
  place < at ? "done" : place === at ? "now" : "later";

const nameClasses = { done: "sea-700", now: "sea-700 strong", later: undefined } as const;

export const StepBar = ({ steps, at, onBack }: StepBarProps) => (
  <ol className={styles.steps} aria-label="步骤">
    {steps.map((name, place) => {
      const state = stateAt(place, at);
      const inside = (
        <>
          <span className={styles.mark}>
            {state === "done" ? <Icon of={check} size={14} /> : place + 1}
          </span>
          <span className={nameClasses[state]}>{name}</span>
          {state === "done" && <span className="sr-only">，已完成</span>}
        </>
      );
      return (
        <li
          key={name}
          className={styles.step}
          data-state={state}
          aria-current={state === "now" ? "step" : undefined}
        >
          {state === "done" && onBack ? (
            <button
              type="button"
              className={`touch touch-small ${styles.label}`}
              onClick={() => onBack(place)}
            >
              {inside}
            </button>
          ) : (
            <span className={styles.label}>{inside}</span>
          )}
        </li>
      );
    })}
  </ol>
);
