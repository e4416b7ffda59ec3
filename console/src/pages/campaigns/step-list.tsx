/** The steps of the wizard; those that were reached can be opened again. */
import { steps } from "./campaign-fields.ts";
import styles from "./campaigns.module.css";

export function StepList(props: {
  readonly step: number;
  /** The last step that may be opened. */
  readonly reached: number;
  readonly onStep: (step: number) => void;
}) {
  return (
    <ol className={styles.steps} aria-label="步骤">
      {steps.map(({ title }, at) => (
        <li key={title}>
          <button
            type="button"
            disabled={at > props.reached}
            aria-current={at === props.step ? "step" : undefined}
            onClick={() => props.onStep(at)}
          >
            <span>{at + 1}</span>
            {title}
          </button>
        </li>
      ))}
    </ol>
  );
}
