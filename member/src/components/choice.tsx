/** A single choice: framed cards with a name and a note, or a grid of short times. */
import { type ReactNode, useId } from "react";
import styles from "./choice.module.css";
import { CheckMark } from "./checkbox.tsx";

export interface ChoiceItem {
  readonly id: string;
  readonly name: string;
  readonly note?: string | undefined;
  /** Shown before the text. */
  readonly picture?: ReactNode;
  /** Cannot be chosen; the note gives the reason. */
  readonly isDisabled?: boolean | undefined;
}

interface ChoiceProps {
  readonly label: string;
  readonly items: readonly ChoiceItem[];
  readonly value: string | null;
  readonly onChoose: (id: string) => void;
  /** `stack` with a tick, `pair` side by side, `slots` four in a row. */
  readonly appearance?: "stack" | "pair" | "slots" | undefined;
}

/** Uses native radio inputs, which provide arrow keys, names and states. */
export function Choice({ label, items, value, onChoose, appearance = "stack" }: ChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles.group} data-look={appearance} aria-label={label}>
      {items.map((item) => (
        <label key={item.id} className={styles.item} data-shut={item.isDisabled ? "" : undefined}>
          <input
            className="touch-cover"
            type="radio"
            name={group}
            value={item.id}
            checked={item.id === value}
            disabled={item.isDisabled ?? false}
            onChange={() => onChoose(item.id)}
          />
          {item.picture}
          <span className={styles.words}>
            <span className={styles.name}>{item.name}</span>
            {item.note && <span className="caption">{item.note}</span>}
          </span>
          {appearance === "stack" && <CheckMark isOn={item.id === value} />}
        </label>
      ))}
    </fieldset>
  );
}
