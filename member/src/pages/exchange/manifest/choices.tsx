/**
 * Cards with the options that a code can be redeemed for, and the fields to fill in for the chosen
 * one.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { normalizedInput, fieldError } from "@yunjing/contract/benefit-form";
import type { FormField } from "@yunjing/contract/schemas/benefit";
import type { Manifest } from "@yunjing/contract/schemas/exchange";
import { useState } from "react";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Field } from "../../../components/field.tsx";

type Choices = Manifest["choices"];

/**
 * Hook for the selection and its fields. An error is shown after its field lost focus or the button
 * was pressed.
 */
export function useChoiceSelection(choices: Choices) {
  const [picked, setPicked] = useState(choices.find(({ available }) => available)?.skuId);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const choice = choices.find(({ skuId }) => skuId === picked);
  const form = choice?.form ?? [];
  const faultOf = (field: FormField) => fieldError(field, ownValue(values, field.name));
  return {
    picked,
    choice,
    form,
    values,
    pick: (skuId: string) => {
      setPicked(skuId);
      setVisited(new Set());
    },
    fill: (name: string, value: string) => setValues({ ...values, [name]: value }),
    leave: (name: string) => setVisited(new Set([...visited, name])),
    errorOf: (field: FormField) => (visited.has(field.name) ? faultOf(field) : undefined),
    /** Returns true when all fields are valid; otherwise shows every error. */
    check: (): boolean => {
      setVisited(new Set(form.map(({ name }) => name)));
      return form.every((field) => faultOf(field) === undefined);
    },
    input: form.length === 0 ? undefined : normalizedInput(form, values),
  };
}
export type ChoiceSelection = ReturnType<typeof useChoiceSelection>;

const kinds = { phone: "tel", digits: "digits", account: "text", email: "text" } as const;

const noteOf = ({ available, unavailable, brandName, note }: Choices[number]): string =>
  available ? [brandName, note].filter(Boolean).join(" · ") : (unavailable ?? "暂时兑完");

/** The cards, shown when there is more than one option. */
export function ChoiceCards({
  choices,
  choosing,
}: {
  readonly choices: Choices;
  readonly choosing: ChoiceSelection;
}) {
  if (choices.length < 2) return null;
  return (
    <Section title={`${choices.length} 选 1`} note="兑换后不可更换">
      <Choice
        label="选择一项"
        value={choosing.picked ?? null}
        onChoose={choosing.pick}
        items={choices.map((choice) => ({
          id: choice.skuId,
          name: choice.title,
          note: noteOf(choice),
          ...(choice.available ? {} : { isShut: true }),
          ...(choice.artwork === undefined
            ? {}
            : {
                picture: (
                  <BenefitPicture
                    artwork={choice.artwork}
                    photo={choice.photo}
                    tint={choice.tint ?? "sand"}
                    size={44}
                  />
                ),
              }),
        }))}
      />
    </Section>
  );
}

/** The fields of the selected option. */
export function ChoiceFields({ choosing }: { readonly choosing: ChoiceSelection }) {
  const { form, values } = choosing;
  if (form.length === 0) return null;
  return (
    <Card>
      {form.map((field) => (
        <div
          key={field.name}
          onBlur={() => ownValue(values, field.name) && choosing.leave(field.name)}
        >
          <Field
            name={field.name}
            label={field.label}
            kind={kinds[field.kind]}
            value={ownValue(values, field.name) ?? ""}
            onInput={(value) => choosing.fill(field.name, value)}
            placeholder={field.placeholder}
            error={choosing.errorOf(field)}
            lengthMax={field.lengthMax + 4}
            canClear
            {...(field.kind === "phone" ? { autoComplete: "tel" as const } : {})}
          />
        </div>
      ))}
    </Card>
  );
}
