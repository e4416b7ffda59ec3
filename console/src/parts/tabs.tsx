/** Tabs above a list: its views, each with the count of what waits. */
import styles from "./tabs.module.css";
import { Count } from "./tag.tsx";

export type Tab<T extends string> = {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
};

/** A tab without work has no count. */
export const countOf = (count: number | undefined): number | undefined =>
  count === 0 ? undefined : count;

export function Tabs<T extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  readonly look?: "card" | "plain";
}) {
  const { label, tabs, value, onChange, look = "card" } = props;
  return (
    <nav className={`${styles.tabs} ${look === "card" ? styles.card : ""}`} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          aria-current={tab.id === value ? "page" : undefined}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <Count value={tab.count} look={tab.id === value ? "sea" : "quiet"} />
          )}
        </button>
      ))}
    </nav>
  );
}

/** Two or three choices in one track, at the right of a head. */
export function Segments<T extends string>(props: {
  readonly label: string;
  readonly choices: readonly (readonly [id: T, label: string])[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}) {
  return (
    <fieldset className={styles.segments} aria-label={props.label}>
      {props.choices.map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === props.value}
          onClick={() => props.onChange(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
