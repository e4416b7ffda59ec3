/** Judges a form's fields one after the other (D04); pure, so that the dialog only draws. */
import { keptText } from "../../device/text-input.ts";
import type { FormField, FormValues } from "./looks.ts";

/** What is wrong, by field name, in the order of the fields. */
export type FormErrors = Readonly<Partial<Record<string, string>>>;

export const emptyError = (label: string): string => `${label} 不能为空`;
export const formatError = (label: string): string => `${label} 格式错误`;

/** The values the fields begin with. */
export const firstValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map(({ name, value = "" }) => [name, value]));

/** The values as they are judged and answered: trimmed, within their lengths. */
export const keptValues = (fields: readonly FormField[], typed: FormValues): FormValues =>
  Object.fromEntries(
    fields.map(({ name, maxlength }) => [name, keptText(typed[name] ?? "", maxlength)]),
  );

const messageOf = (thrown: unknown): string =>
  typeof thrown === "string" ? thrown : thrown instanceof Error ? thrown.message : "";

/** What is wrong with one value, undefined when it is good. A validator may throw or reject. */
export async function fieldError(field: FormField, value: string): Promise<string | undefined> {
  const { label, require: isRequired = false, validator } = field;
  if (value === "") return isRequired ? emptyError(label) : undefined;
  if (!validator) return undefined;
  return Promise.resolve(value)
    .then(validator)
    .then(
      () => undefined,
      (thrown: unknown) => messageOf(thrown) || formatError(label),
    );
}

/** What is wrong with all of them; empty when the form may be sent. */
export async function formErrors(
  fields: readonly FormField[],
  values: FormValues,
): Promise<FormErrors> {
  const judged = await Promise.all(
    fields.map(async (field) => [field.name, await fieldError(field, values[field.name] ?? "")]),
  );
  return Object.fromEntries(judged.filter(([, error]) => error !== undefined));
}
