/** A text field of 48 px with its label, a hint, and the error under it. */
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from "react";
import { lengthMaxOf, displayedText, trimText } from "../shell/facade/text-rule.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { check, close, warning } from "./icons.ts";

interface FieldProps {
  readonly label: string;
  /** The label is only for screen readers, because a title above already shows it. */
  readonly isLabelHidden?: boolean | undefined;
  readonly value: string;
  /** Called with the trimmed text (D09). */
  readonly onInput: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Green text with a check mark inside the field for a checked value (号码可充). */
  readonly fine?: string | undefined;
  readonly kind?: "text" | "tel" | "digits" | "yuan" | "search" | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  /** In UTF-16 units; 140 by default, −1 is any length (D09). */
  readonly lengthMax?: number | undefined;
  /** Shows how much of `lengthMax` is used. */
  readonly hasCounter?: boolean | undefined;
  /** Before the text, followed by a hairline (+86). */
  readonly before?: ReactNode;
  /** At the end of the field, such as 获取验证码. */
  readonly after?: ReactNode;
  /** Adds letter spacing, as for a short code. */
  readonly spaced?: boolean | undefined;
  readonly canClear?: boolean | undefined;
  readonly name?: string | undefined;
}

const inputModes = {
  text: "text",
  tel: "tel",
  digits: "numeric",
  yuan: "decimal",
  search: "search",
} as const;
const inputTypes = {
  text: "text",
  tel: "tel",
  digits: "text",
  yuan: "text",
  search: "search",
} as const;

export function Field(props: FieldProps) {
  const { label, value, onInput, hint, error, kind = "text" } = props;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const lengthMax = lengthMaxOf(props.lengthMax);
  const below = error ?? hint;
  return (
    <div className="block min-width-0">
      <label className={props.isLabelHidden ? "sr-only" : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-wrong={error ? "" : undefined}>
        {props.before && <span className={styles.before}>{props.before}</span>}
        <input
          id={id}
          className={styles.input}
          data-spaced={props.spaced ? "" : undefined}
          name={props.name}
          type={inputTypes[kind]}
          inputMode={inputModes[kind]}
          value={displayedText(typed, value)}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          maxLength={lengthMax}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onInput(trimText(event.currentTarget.value));
          }}
          onBlur={() => setTyped(value)}
        />
        {props.canClear && value !== "" && (
          <button
            type="button"
            className="touch touch-small flex-none ink-500"
            aria-label={`清空${label}`}
            onClick={() => onInput("")}
          >
            <Icon of={close} size={18} />
          </button>
        )}
        {props.fine && (
          <span className="inline-row gap-1 flex-none text-12 ok-700">
            <Icon of={check} size={16} />
            {props.fine}
          </span>
        )}
        {props.after}
      </div>
      <div className="flex between gap-2">
        <FieldNote id={`${id}-below`} error={error} hint={hint} />
        {props.hasCounter && lengthMax !== undefined && (
          <span className={styles.counter}>{`${value.length} / ${lengthMax}`}</span>
        )}
      </div>
    </div>
  );
}

interface FieldNoteProps {
  readonly id: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** The line under a field; a screen reader announces an error when it appears. */
export const FieldNote = ({ id, error, hint }: FieldNoteProps) => (
  <div id={id} className={styles.below} data-wrong={error ? "" : undefined} aria-live="polite">
    {error && <Icon of={warning} size={16} />}
    {error ?? hint}
  </div>
);
