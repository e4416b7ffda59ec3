/** A round search field for a list: one line with a magnifying glass in front. */
import { Icon } from "./icon.tsx";
import { search } from "./icons.ts";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  /** Accessible name, in place of a visible label. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly lengthMax: number;
  /** The background: on `white` the field is grey, on `ground` it is white and slightly lower. */
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
