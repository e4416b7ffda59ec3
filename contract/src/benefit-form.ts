/**
 * Normalises, validates and masks what a member fills in before buying; shared by the client and
 * the server.
 */
import { ownValue } from "./own-value.ts";
import type { FormField } from "./schemas/benefit.ts";

/**
 * Returns the typed or pasted value without spaces and, in phones and digits, without separators.
 */
export const normalizedValue = (field: FormField, value: string): string => {
  const plain = value.replace(/[\s\p{C}]/gu, "");
  return field.kind === "phone" || field.kind === "digits" ? plain.replace(/[-_.]/g, "") : plain;
};

/** Returns the error text for one value, or `undefined` when the value is valid. */
export function fieldError(field: FormField, value: string | undefined): string | undefined {
  const plain = normalizedValue(field, value ?? "");
  if (plain === "") return `请填写${field.label}`;
  const isRight =
    plain.length <= field.lengthMax && new RegExp(`^(?:${field.pattern})$`, "u").test(plain);
  return isRight ? undefined : field.wrongText;
}

export type FormInput = Readonly<Record<string, string>>;

/**
 * Returns every wrong field with its error text; empty when all are valid. Names that the form does
 * not declare are ignored.
 */
export const fieldErrors = (form: readonly FormField[], input: FormInput) =>
  form.flatMap((field) => {
    const text = fieldError(field, ownValue(input, field.name));
    return text === undefined ? [] : [{ name: field.name, text }];
  });

/** Returns the form's own fields, normalised; all other fields are dropped. */
export const normalizedInput = (form: readonly FormField[], input: FormInput): FormInput =>
  Object.fromEntries(
    form.map((field) => [field.name, normalizedValue(field, ownValue(input, field.name) ?? "")]),
  );

/**
 * Returns the key that decides which saved accounts fit a form. A phone or an email fits any field
 * of its kind, regardless of the label; any other account fits only the same label (a QQ number is
 * not a fuel card). Empty for an empty form.
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

/** Returns the masked input for lists and receipts: 138****1234. Empty for an empty form. */
export const maskedInput = (form: readonly FormField[], input: FormInput): string =>
  form
    .map(({ name }) => ownValue(input, name) ?? "")
    .filter((value) => value !== "")
    .map(masked)
    .join("、");
