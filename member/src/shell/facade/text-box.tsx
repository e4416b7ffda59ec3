/** One text in a dialog: its label, its box, and below it what is wrong or how much is left. */
import { type HTMLInputTypeAttribute, useId } from "react";
import { keptText, lengthLimit } from "../../device/text-input.ts";
import type { FormField } from "./looks.ts";
import styles from "./text-box.module.css";

type Kind = NonNullable<FormField["type"]>;
type Props = {
  label: string;
  isLabelHidden?: boolean;
  kind: Kind;
  value: string;
  onInput: (value: string) => void;
  lengthMax?: number | undefined;
  placeholder?: string | undefined;
  error?: string | undefined;
  isRequired?: boolean;
  /** Shows how many characters of how many are written. */
  isCounted?: boolean;
  name?: string;
};

const types: Record<Kind, HTMLInputTypeAttribute> = {
  text: "text",
  textarea: "text",
  // A number field of the browser swallows what it cannot read; ours says what is wrong with it.
  number: "text",
  tel: "tel",
  password: "password",
};
const inputModes = {
  text: "text",
  textarea: "text",
  number: "decimal",
  tel: "tel",
  password: "text",
} as const;

export function TextBox(props: Props) {
  const { label, kind, value, onInput, lengthMax, error } = props;
  const id = useId();
  const shared = {
    id,
    value,
    name: props.name,
    className: styles.box,
    placeholder: props.placeholder,
    maxLength: lengthLimit(lengthMax),
    required: props.isRequired,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    onBlur: () => onInput(keptText(value, lengthMax)),
  } as const;
  return (
    <div className={styles.field}>
      <label className={props.isLabelHidden ? "sr-only" : styles.label} htmlFor={id}>
        {label}
      </label>
      {kind === "textarea" ? (
        <textarea {...shared} rows={4} onChange={(event) => onInput(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type={types[kind]}
          inputMode={inputModes[kind]}
          autoComplete={kind === "tel" ? "tel" : kind === "password" ? "current-password" : "off"}
          onChange={(event) => onInput(event.currentTarget.value)}
        />
      )}
      {props.isCounted && (
        <p className={styles.count} aria-hidden="true">
          {value.length} / {lengthLimit(lengthMax)}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error && (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 4 2.800 20h18.400zM12 10v4.500m0 2.800v.1" />
          </svg>
        )}
        {error}
      </p>
    </div>
  );
}
