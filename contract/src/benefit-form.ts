/** What a member fills in before buying: tidied, judged and masked in the same way on the phone and the server. */
import { ownValue } from "./own-value.ts";
import type { FormField } from "./schemas/benefit.ts";

/** What was typed or pasted, without spaces and, in numbers, without separators. */
export const normalizedValue = (field: FormField, value: string): string => {
  const plain = value.replace(/[\s\p{C}]/gu, "");
  return field.kind === "phone" || field.kind === "digits" ? plain.replace(/[-_.]/g, "") : plain;
};

/** The words for what is wrong with one value, or undefined when it is right. */
export function fieldError(field: FormField, value: string | undefined): string | undefined {
  const plain = normalizedValue(field, value ?? "");
  if (plain === "") return `请填写${field.label}`;
  const isRight =
    plain.length <= field.lengthMax && new RegExp(`^(?:${field.pattern})$`, "u").test(plain);
  return isRight ? undefined : field.wrongText;
}

export type FormInput = Readonly<Record<string, string>>;

/** Every field that is wrong, with its words; empty when all is right. Names the form does not know are no fault. */
export const fieldErrors = (form: readonly FormField[], input: FormInput) =>
  form.flatMap((field) => {
    const text = fieldError(field, ownValue(input, field.name));
    return text === undefined ? [] : [{ name: field.name, text }];
  });

/** The form's own fields, tidied; whatever else was sent is dropped. */
export const normalizedInput = (form: readonly FormField[], input: FormInput): FormInput =>
  Object.fromEntries(
    form.map((field) => [field.name, normalizedValue(field, ownValue(input, field.name) ?? "")]),
  );

/**
 * Which accounts serve a form: a phone is a phone and an address an address whatever the field is called; anything
 * else goes by its label (a QQ number is no fuel card). Empty for an empty form.
 */
export const formKindOf = (form: readonly FormField[]): string =>
  form
    .map(({ kind, label }) => (kind === "phone" || kind === "email" ? kind : `${kind}:${label}`))
    .join("|");

const PHONE_LENGTH = 11;

function masked(value: string): string {
  const at = value.indexOf("@");
  if (at > 0) return `${value.slice(0, 1)}***${value.slice(at)}`;
  if (value.length >= PHONE_LENGTH) return `${value.slice(0, 3)}****${value.slice(-4)}`;
  return `${value.slice(0, 1)}****${value.slice(-1)}`;
}

/** The input as lists and receipts may show it: 138****1234. Empty for an empty form. */
export const maskedInput = (form: readonly FormField[], input: FormInput): string =>
  form
    .map(({ name }) => ownValue(input, name) ?? "")
    .filter((value) => value !== "")
    .map(masked)
    .join("、");
