/** The entries of a block: slides, grid entries or notices, each with its fields and its place. */
import { Plus } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { EntryButtons } from "../../parts/move-buttons.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { FieldsForm } from "../goods/fields-form.tsx";
import styles from "./block-form.module.css";

type Entry = { readonly id: string };

/** How one kind of entry is edited. */
export type EntryKind<T extends Entry> = {
  /** 横幅. */
  readonly noun: string;
  readonly most: number;
  readonly make: () => T;
  readonly fields: readonly FieldSpec[];
  readonly valueOf: (entry: T, name: string) => FieldValue;
  readonly withValue: (entry: T, name: string, value: FieldValue) => T;
};

export function ItemList<T extends Entry>(props: {
  readonly kind: EntryKind<T>;
  readonly items: readonly T[];
  readonly canEdit: boolean;
  /** The fault of a field: items.0.title. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (items: T[]) => void;
}) {
  const { kind, items, canEdit, faultOf, onChange } = props;
  return (
    <section className={styles.items} aria-label={kind.noun}>
      {items.map((item, at) => {
        const name = `${kind.noun} ${at + 1}`;
        return (
          <div key={item.id} className={styles.item} role="group" aria-label={name}>
            <header>
              <h3>{name}</h3>
              {canEdit && <EntryButtons list={items} at={at} name={name} onChange={onChange} />}
            </header>
            <FieldsForm
              label={name}
              fields={kind.fields}
              valueOf={(field) => kind.valueOf(item, field)}
              faultOf={(field) => faultOf(`items.${at}.${field}`)}
              onChange={(field, value) =>
                onChange(
                  items.map((one) => (one === item ? kind.withValue(one, field, value) : one)),
                )
              }
            />
          </div>
        );
      })}
      {canEdit && items.length < kind.most && (
        <Button icon={<Plus />} onClick={() => onChange([...items, kind.make()])}>
          加{kind.noun}
        </Button>
      )}
    </section>
  );
}
