/** A text field of several lines with its label, a counter, and the error under it. */
import { useId } from "react";
import { FieldNote } from "./field.tsx";
import styles from "./text-area.module.css";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder: string;
  /** In UTF-16 units. */
  readonly lengthMax: number;
  readonly rows?: number;
  readonly error?: string | undefined;
}

export function TextArea({
  label,
  value,
  onInput,
  placeholder,
  lengthMax,
  rows = 5,
  error,
}: TextAreaProps) {
  const id = useId();
  return (
    <div className="block min-width-0">
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.area}
        data-wrong={error ? "" : undefined}
        rows={rows}
        value={value}
        placeholder={placeholder}
        maxLength={lengthMax}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(event) => onInput(event.currentTarget.value)}
      />
      <div className="flex between gap-2">
        <FieldNote id={`${id}-below`} error={error} hint={undefined} />
        <span className={styles.counter}>{`${value.length} / ${lengthMax}`}</span>
      </div>
    </div>
  );
}
