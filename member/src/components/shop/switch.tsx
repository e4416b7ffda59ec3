/** A row that turns something on or off, with an explanation under its name. */
import { useId } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly name: string;
  /** What the switch does, or why it cannot be turned on. */
  readonly note?: string | undefined;
  readonly isOn: boolean;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ name, note, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row} data-shut={isDisabled ? "" : undefined}>
      <span className="grid grow">
        <span className="text-14 ink-900" id={id}>
          {name}
        </span>
        {note && (
          <span className="caption" id={`${id}-note`}>
            {note}
          </span>
        )}
      </span>
      <input
        className={styles.input}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={isDisabled}
        aria-labelledby={id}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  );
}
