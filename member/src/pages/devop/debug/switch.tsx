/** An on/off switch with its name and explanation. */
import { useId } from "react";
import styles from "./debug.module.css";

interface SwitchProps {
  readonly name: string;
  readonly note: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ name, note, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.switchRow}>
      <p className={styles.switchWords}>
        <span id={id}>{name}</span>
        <small id={`${id}-note`}>{note}</small>
      </p>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        onClick={() => onChange(!isOn)}
      />
    </div>
  );
}
