/** A date or an instant that filters a page; the browser draws its calendar. */
import styles from "./date-input.module.css";

export function DateInput(props: {
  /** `date` unless given: `2026-11-23`; or `2026-11-23T08:30`. */
  readonly type?: "date" | "datetime-local";
  /** Its name, where no `<label>` is around it. */
  readonly label?: string;
  readonly value: string;
  readonly max?: string;
  readonly onChange: (value: string) => void;
}) {
  const { type = "date", label, value, max, onChange } = props;
  return (
    <input
      type={type}
      className={styles.input}
      aria-label={label}
      value={value}
      max={max}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
