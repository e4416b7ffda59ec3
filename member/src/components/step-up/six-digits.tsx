/** Six boxes for six digits: a pay password as dots, or an SMS code. */
import { useEffect, useId, useRef } from "react";
import { FieldNote } from "../field.tsx";
import styles from "./six-digits.module.css";

export const DIGITS = 6;

/** Returns the digits of a typed or pasted text, six at most. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, "").slice(0, DIGITS);

interface SixDigitsProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (digits: string) => void;
  /** Called once all six digits are entered. */
  readonly onFull: (digits: string) => void;
  /** Shown as dots, and excluded from the keyboard's suggestions. */
  readonly isSecret?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly hasFocus?: boolean | undefined;
}

const PLACES = Array.from({ length: DIGITS }, (_, place) => place);

const Boxes = ({ value, isSecret }: Pick<SixDigitsProps, "value" | "isSecret">) =>
  PLACES.map((place) => {
    const digit = value[place];
    const isNext = place === Math.min(value.length, DIGITS - 1);
    return (
      <span key={place} className={styles.box} data-next={isNext ? "" : undefined} aria-hidden>
        {digit !== undefined && (isSecret ? <span className={styles.dot} /> : digit)}
      </span>
    );
  });

export function SixDigits(props: SixDigitsProps) {
  const { label, value, isSecret = false, isBusy = false, error, hint } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { hasFocus = false } = props;
  useEffect(() => {
    // After a wrong password the focus returns to the same input.
    if (hasFocus && !isBusy) input.current?.focus();
  }, [hasFocus, isBusy, error]);
  return (
    <div
      className={styles.field}
      data-wrong={error ? "" : undefined}
      data-busy={isBusy ? "" : undefined}
    >
      <label className="text-14 ink-700 text-center" htmlFor={id}>
        {label}
      </label>
      <div className={styles.boxes}>
        <Boxes value={value} isSecret={isSecret} />
        <input
          ref={input}
          id={id}
          className={styles.input}
          type={isSecret ? "password" : "text"}
          inputMode="numeric"
          autoComplete={isSecret ? "off" : "one-time-code"}
          value={value}
          readOnly={isBusy}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => {
            const digits = digitsOf(event.currentTarget.value);
            if (digits === value) return;
            props.onInput(digits);
            if (digits.length === DIGITS) props.onFull(digits);
          }}
        />
      </div>
      <div className="flex middle">
        <FieldNote id={`${id}-below`} error={error} hint={hint} />
      </div>
    </div>
  );
}
