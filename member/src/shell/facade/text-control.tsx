/** A text field of a dialog: its label, the text, its error, and an optional character counter. */
import { useId } from "react";
import { lengthMaxOf, trimText } from "./text-rule.ts";
import styles from "./text-control.module.css";

type TextControlProps = {
  name: string;
  label: string;
  isLabelHidden?: boolean;
  type: "text" | "textarea" | "tel" | "number" | "password";
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  maxlength?: number | undefined;
  hasCounter?: boolean | undefined;
  isRequired?: boolean | undefined;
  error?: string | undefined;
};

// A number is typed as text, because the browser's own number field discards text it cannot parse.
const kinds = {
  text: { type: "text", inputMode: "text" },
  tel: { type: "tel", inputMode: "tel" },
  number: { type: "text", inputMode: "decimal" },
  password: { type: "password", inputMode: "text" },
} as const;

export function TextControl(props: TextControlProps) {
  const { name, label, type, value, onChange, placeholder, error } = props;
  const id = useId();
  const lengthMax = lengthMaxOf(props.maxlength);
  const counter = props.hasCounter && lengthMax !== undefined && `${value.length} / ${lengthMax}`;
  const shared = {
    id,
    name,
    value,
    placeholder,
    maxLength: lengthMax,
    className: styles.control,
    "aria-required": props.isRequired ? true : undefined,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": `${id}-error ${id}-counter`,
    onBlur: () => onChange(trimText(value)),
  } as const;
  return (
    <div className="text-start">
      <label className={props.isLabelHidden ? "sr-only" : styles.label} htmlFor={id}>
        {label}
      </label>
      {type === "textarea" ? (
        <textarea {...shared} rows={4} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          {...kinds[type]}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <div className="flex between gap-2 text-12">
        <span id={`${id}-error`} className={styles.error} aria-live="polite">
          {error !== undefined && (
            <>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 4 2.800 20h18.400zM12 10v4.500m0 2.800v.1" />
              </svg>
              {error}
            </>
          )}
        </span>
        <span id={`${id}-counter`} className={styles.counter}>
          {counter}
        </span>
      </div>
    </div>
  );
}
