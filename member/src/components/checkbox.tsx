/** Round check marks: a checkbox for an agreement, and the mark at the end of a selectable row. */
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import { check } from "./icons.ts";
import styles from "./checkbox.module.css";

/** Only the mark, for rows that are themselves the control. */
export const CheckMark = ({ isOn }: { readonly isOn: boolean }) => (
  <span className={styles.mark} data-on={isOn ? "" : undefined} aria-hidden="true">
    {isOn && <Icon of={check} size={14} />}
  </span>
);

interface TickProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Text beside the check mark; links in it work. */
  readonly children: ReactNode;
}

export function Checkbox({ isOn, onChange, children }: TickProps) {
  const id = useId();
  return (
    <span className="inline-row gap-2 relative touch-height">
      <input
        id={id}
        className={styles.input}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <CheckMark isOn={isOn} />
      <label className={styles.words} htmlFor={id}>
        {children}
      </label>
    </span>
  );
}
