/**
 * A day or a time as text, `2026-11-24` in every browser, beside a button for the browser's calendar:
 * `DateControl` in forms, `DateInput` where it filters a page.
 */
import { CalendarDays } from "lucide-react";
import { type ComponentProps, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./date-input.module.css";
import { type DateKind, dateExamples, plainDate } from "./plain-date.ts";
import box from "./text-box.module.css";

type DateControlProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "max"> & {
  readonly kind: DateKind;
  readonly value: string;
  /** The last day or time that the calendar offers. */
  readonly max?: string | undefined;
  /** Called with what was typed, and with the plain form of it when the field is left. */
  readonly onChange: (typed: string) => void;
};

/** The browser's own fields have a `T` between day and time. */
const native = (text: string | undefined): string | undefined => text?.replace(" ", "T");

export function DateControl(props: DateControlProps) {
  const { kind, value, max, onChange, className, ...input } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const open = () => calendar.current?.showPicker();
  const plain = plainDate(value, kind);
  const normalize = () => plain !== undefined && plain !== value && onChange(plain);
  return (
    <span className={classNames(box.box, styles.control, className)} data-kind={kind}>
      <input
        {...input}
        type="text"
        autoComplete="off"
        placeholder={dateExamples[kind]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={(event) => {
          normalize();
          input.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" && event.altKey) open();
          if (event.key === "Enter") normalize();
          input.onKeyDown?.(event);
        }}
      />
      <button type="button" aria-label="打开日历" title="打开日历（Alt + ↓）" onClick={open}>
        <CalendarDays aria-hidden="true" />
      </button>
      {/* Only its calendar is used: its own text follows the browser's language. */}
      <input
        ref={calendar}
        className={styles.calendar}
        type={kind === "day" ? "date" : "datetime-local"}
        aria-hidden="true"
        tabIndex={-1}
        value={native(plain) ?? ""}
        max={native(max)}
        onChange={({ target }) => {
          const chosen = plainDate(target.value, kind);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </span>
  );
}

/** A day or a time that filters a page; an unreadable or too late one shows its fault and changes nothing. */
export function DateInput(props: {
  /** A day unless given. */
  readonly kind?: DateKind;
  readonly label: string;
  readonly value: string;
  readonly max?: string;
  readonly onChange: (date: string) => void;
}) {
  const { kind = "day", label, value, max, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [isLeft, setLeft] = useState(false);
  // The address changed by itself: back, a saved view, or another page.
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  const faultOf = (text: string): string | undefined => {
    const date = plainDate(text, kind);
    if (date === undefined)
      return `请填写${kind === "day" ? "日期" : "时间"}，例如 ${dateExamples[kind]}`;
    return max !== undefined && date > max ? `不能晚于 ${max}` : undefined;
  };
  const fault = isLeft ? faultOf(typed) : undefined;
  const change = (text: string) => {
    setTyped(text);
    setLeft(false);
    // A text in its plain form is whole; another may still be typed on.
    if (text !== value && text === plainDate(text, kind) && faultOf(text) === undefined)
      onChange(text);
  };
  return (
    <span className={styles.filter}>
      <DateControl
        kind={kind}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        value={typed}
        max={max}
        onChange={change}
        onBlur={() => setLeft(true)}
        onKeyDown={({ key }) => key === "Enter" && setLeft(true)}
      />
      {fault !== undefined && (
        <span id={id} role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </span>
  );
}
