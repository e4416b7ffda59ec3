/**
 * Form fields for the benefits a holder can choose from, or for a membership level and its
 * duration.
 */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Chips } from "../../../components/chip.tsx";
import { Field, FieldNote } from "../../../components/field.tsx";
import { search } from "../../../components/icons.ts";
import { moneyText } from "../../../components/money.ts";
import { form } from "../../../shell/facade/facade.ts";
import { CHOICES_MAX, type ChosenBenefit, TITLE_MAX, withChoices } from "./choices.ts";
import choiceStyles from "./choices.module.css";
import styles from "./generate.module.css";
import type { DraftProps } from "./draft.ts";

const ChoiceSheet = lazy(() =>
  import("./choice-sheet.tsx").then((module) => ({ default: module.ChoiceSheet })),
);

interface ChosenRowProps {
  readonly chosen: ChosenBenefit;
  readonly onRename: () => unknown;
  readonly onRemove: () => void;
}

const ChosenRow = ({ chosen, onRename, onRemove }: ChosenRowProps) => (
  <li className={choiceStyles.chosen}>
    <span className={choiceStyles.words}>
      <span className={choiceStyles.name}>{chosen.title}</span>
      <span className="caption">
        {`${moneyText(chosen.priceFen, "exact")} · `}
        <span className={choiceStyles.number}>{chosen.skuId}</span>
      </span>
    </span>
    <span className="flex gap-2">
      <Button appearance="line" size={32} label={`改名 ${chosen.title}`} onPress={onRename}>
        改名
      </Button>
      <Button appearance="line" size={32} label={`移除 ${chosen.title}`} onPress={onRemove}>
        移除
      </Button>
    </span>
  </li>
);

/** Asks for the name shown to the holder; `undefined` when it did not change. */
const askTitle = async ({ title }: ChosenBenefit): Promise<string | undefined> =>
  (
    await form({
      title: "持码人看到的名称",
      confirmText: "保存",
      fields: [
        {
          name: "title",
          label: "名称",
          value: title,
          require: true,
          maxlength: TITLE_MAX,
        },
      ],
    })
  )?.title;

/** The chosen shop benefits, with a button to add more. */
export function Choices({ draft, errors, onChange }: DraftProps) {
  const [isOpen, setOpen] = useState(false);
  const group = useId();
  const adds = useRef<HTMLDivElement>(null);
  const { choices } = draft;
  const change = (changed: readonly ChosenBenefit[]) => onChange(withChoices(draft, changed));
  const rename = async (chosen: ChosenBenefit) => {
    const title = await askTitle(chosen);
    if (title === undefined || title === "") return;
    change(choices.map((one) => (one.skuId === chosen.skuId ? { ...one, title } : one)));
  };
  // The row disappears with its button, so the focus moves to the add button.
  const remove = (chosen: ChosenBenefit) => {
    change(choices.filter((one) => one !== chosen));
    adds.current?.querySelector("button")?.focus();
  };
  return (
    <div
      className="grid gap-1 min-width-0"
      role="group"
      aria-labelledby={group}
      aria-describedby="batch-choices-below"
    >
      <span id={group} className="text-14 ink-700">
        {`可选的权益（${choices.length} / ${CHOICES_MAX}）`}
      </span>
      {choices.length > 0 && (
        <ul className="grid" aria-label="已选的权益">
          {choices.map((chosen) => (
            <ChosenRow
              key={chosen.skuId}
              chosen={chosen}
              onRename={() => rename(chosen)}
              onRemove={() => remove(chosen)}
            />
          ))}
        </ul>
      )}
      <div ref={adds} data-fault={errors.choices ? "" : undefined}>
        <Button appearance="soft" size={44} block icon={search} onPress={() => setOpen(true)}>
          {choices.length === 0 ? "从商城选权益" : "添加或更换"}
        </Button>
      </div>
      <FieldNote
        id="batch-choices-below"
        error={errors.choices}
        hint="持码人任选一项；只选一项时直接兑换它"
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ChoiceSheet choices={choices} onChange={change} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Every member has the first level, so only higher levels can be given. */
export function Level({ draft, errors, onChange }: DraftProps) {
  const { data } = useQuery(apiQuery(api.levels.summary, {}));
  const items = (data?.levels ?? [])
    .filter(({ grade }) => grade > 1)
    .map(({ grade, name }) => ({ id: `${grade}`, text: name }));
  const choose = (grade: string) => {
    const name = items.find(({ id }) => id === grade)?.text ?? "";
    onChange({ grade, title: `${name} ${draft.days} 天` });
  };
  return (
    <>
      <div className={`${styles.chips} grid gap-1 min-width-0`}>
        <span className="text-14 ink-700" aria-hidden="true">
          等级
        </span>
        <Chips label="等级" items={items} value={draft.grade} onChoose={choose} on="surface" />
        <FieldNote id="batch-grade" error={errors.grade} />
      </div>
      <Field
        label="天数"
        kind="digits"
        name="days"
        value={draft.days}
        onInput={(days) => onChange({ days })}
        lengthMax={4}
        error={errors.days}
      />
    </>
  );
}
