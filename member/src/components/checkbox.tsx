/** Round ticks: one to agree, and the end of a row where one of several is chosen. */
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import { check } from "./icons.ts";
import styles from "./checkbox.module.css";

/** The mark alone, for rows that are themselves the control. */
export const CheckMark = ({ isOn }: { readonly isOn: boolean }) => (
  <span className={styles.mark} data-on={isOn ? "" : undefined} aria-hidden="true">
    {isOn && <Icon of={check} size={14} />}
  </span>
);

interface TickProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Words beside the tick; links in them keep working. */
  readonly children: ReactNode;
}

export function Checkbox({ isOn, onChange, children }: TickProps) {
  const id = useId();
  return (
    <span className={styles.tick}>
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
