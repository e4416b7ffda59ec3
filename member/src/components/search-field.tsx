/** The round field that looks for something in a list: one line, with its glass in front. */
import { Icon } from "./icon.tsx";
import { search } from "./icons.ts";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  /** Heard in place of a visible label. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly lengthMax: number;
  /** What it lies on: `white` has a grey field, `ground` a white and slightly lower one. */
  readonly on: "white" | "ground";
}

export const SearchField = ({
  label,
  placeholder,
  value,
  onInput,
  lengthMax,
  on,
}: SearchFieldProps) => (
  <label className={styles.search} data-on={on}>
    <Icon of={search} size={18} />
    <input
      type="search"
      value={value}
      maxLength={lengthMax}
      placeholder={placeholder}
      aria-label={label}
      onChange={(event) => onInput(event.currentTarget.value)}
    />
  </label>
);
