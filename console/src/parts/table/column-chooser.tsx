/** Chooses the columns of a list. */
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { Button } from "../button.tsx";
import { MenuHolder } from "../menu.tsx";
import styles from "../menu.module.css";

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
