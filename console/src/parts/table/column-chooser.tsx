/** Chooses the columns of a list; the choice is kept for this person in this browser. */
import { Columns3 } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../button.tsx";
import { MenuHolder } from "../menu.tsx";
import styles from "../menu.module.css";

const keyOf = (table: string): string => `console-columns:${table}`;

/** Returns the ids of the hidden columns of a list, and a function that sets them. */
export function useHiddenColumns(
  table: string,
): readonly [readonly string[], (ids: readonly string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    (localStorage.getItem(keyOf(table)) ?? "").split(",").filter(Boolean),
  );
  const change = useCallback(
    (ids: readonly string[]) => {
      localStorage.setItem(keyOf(table), ids.join(","));
      setHidden(ids);
    },
    [table],
  );
  return [hidden, change];
}

type Choosable = { readonly id: string; readonly header: string; readonly isFixed?: boolean };

export function ColumnChooser(props: {
  readonly columns: readonly Choosable[];
  readonly hidden: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { columns, hidden, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <MenuHolder isOpen={isOpen} onClose={() => setOpen(false)}>
      <Button
        size="small"
        icon={<Columns3 aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        列
      </Button>
      {isOpen && (
        <fieldset className={styles.menu}>
          <legend className="visually-hidden">显示的列</legend>
          {columns
            .filter(({ isFixed }, place) => !isFixed && place > 0)
            .map(({ id, header }) => (
              <label key={id}>
                <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
                {header}
              </label>
            ))}
        </fieldset>
      )}
    </MenuHolder>
  );
}
