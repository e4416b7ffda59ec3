/** A row of choices 32 px high with a touch area of 44 px; one is selected. */
import styles from "./chip.module.css";

export interface ChipItem {
  readonly id: string;
  readonly text: string;
  readonly count?: number | undefined;
}

interface ChipsProps {
  readonly label: string;
  readonly items: readonly ChipItem[];
  /** The id of the selected chip; null when these are suggestions rather than a filter. */
  readonly value: string | null;
  readonly onChoose: (id: string) => void;
  /** `ground` on the grey page, `surface` inside a white card. */
  readonly on?: "ground" | "surface" | undefined;
  /** Wraps instead of scrolling sideways: from the left, or centred. */
  readonly wraps?: "start" | "center" | undefined;
}

export function Chips({ label, items, value, onChoose, on = "ground", wraps }: ChipsProps) {
  return (
    <fieldset className={styles.chips} data-on={on} data-wraps={wraps} aria-label={label}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className={styles.chip}
          {...(value === null ? {} : { "aria-pressed": item.id === value })}
          onClick={() => onChoose(item.id)}
        >
          {item.text}
          {item.count === undefined ? "" : ` ${item.count}`}
        </button>
      ))}
    </fieldset>
  );
}
