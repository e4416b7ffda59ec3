/** What a code lets its holder choose from, or which level it gives and for how long. */
import { useQuery } from "@tanstack/react-query";
import { api, q } from "../../../api.ts";
import { Chips } from "../../../parts/chip.tsx";
import { Field, FieldNote } from "../../../parts/field.tsx";
import styles from "./generate.module.css";
import type { DraftProps } from "./target-fields.tsx";

export const Choices = ({ draft, faults, onChange }: DraftProps) => (
  <div className={styles.pick}>
    <label className={styles.label} htmlFor="batch-choices">
      可选的权益
    </label>
    <textarea
      id="batch-choices"
      className={styles.paste}
      rows={3}
      value={draft.choices}
      spellCheck={false}
      autoComplete="off"
      aria-invalid={faults.choices ? true : undefined}
      aria-describedby="batch-choices-below"
      placeholder={"phone-mobile-10 移动话费 10 元"}
      onChange={(event) => onChange({ choices: event.currentTarget.value })}
    />
    <FieldNote
      id="batch-choices-below"
      error={faults.choices}
      hint="每行一项：规格编号、空格、名称；持码人任选一项"
    />
  </div>
);

/** The first level is everybody's; only those above can be given. */
export function Level({ draft, faults, onChange }: DraftProps) {
  const { data } = useQuery(q(api.levels.summary, {}));
  const items = (data?.levels ?? [])
    .filter(({ grade }) => grade > 1)
    .map(({ grade, name }) => ({ id: `${grade}`, text: name }));
  const choose = (grade: string) => {
    const name = items.find(({ id }) => id === grade)?.text ?? "";
    onChange({ grade, title: `${name} ${draft.days} 天` });
  };
  return (
    <>
      <div className={styles.pick} data-chips="">
        <span className={styles.label} aria-hidden="true">
          等级
        </span>
        <Chips label="等级" items={items} value={draft.grade} onChoose={choose} on="surface" />
        <FieldNote id="batch-grade" error={faults.grade} />
      </div>
      <Field
        label="天数"
        kind="digits"
        name="days"
        value={draft.days}
        onInput={(days) => onChange({ days })}
        lengthMax={4}
        error={faults.days}
      />
    </>
  );
}
