/** The values and the validation of a form (D04), without React. */
import { ownValue } from "@yunjing/contract/own-value";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import type { FormField, FormValues } from "./dialog-types.ts";
import { trimText } from "./text-rule.ts";

/** Error messages by field name; a valid field has no entry. */
export type FormErrors = Readonly<Record<string, string>>;

export const SUBMIT_FAILED = "提交失败，请再试一次";

export const initialValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map(({ name, value = "" }) => [name, value]));

export const trimmedValues = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimText(value)]));

/** Returns the message of a failure that a member may read; `otherwise` where it has none. */
export function messageOfThrown(thrown: unknown, otherwise: string): string {
  if (thrown instanceof ApiFailure) return userMessageFor(thrown);
  if (typeof thrown === "string" && thrown !== "") return thrown;
  return thrown instanceof Error && thrown.message !== "" ? thrown.message : otherwise;
}

/** Runs a function that may throw or reject, and returns one promise. */
export const asPromise = (run: () => unknown): Promise<unknown> =>
  new Promise((resolve) => resolve(run()));

/**
 * Returns the error message of one field; undefined when it is valid. An empty optional field is
 * valid.
 */
async function checkField(field: FormField, values: FormValues): Promise<string | undefined> {
  const { name, label, require = false } = field;
  const value = ownValue(values, name) ?? "";
  if (value === "") return require ? `${label} 不能为空` : undefined;
  const otherwise = `${label} 格式错误`;
  return asPromise(() => field.validator?.(value, values)).then(
    (answer) => (answer === false ? otherwise : undefined),
    (thrown: unknown) => messageOfThrown(thrown, otherwise),
  );
}

/** Validates trimmed values, all fields in parallel. */
export async function checkForm(
  fields: readonly FormField[],
  values: FormValues,
): Promise<FormErrors> {
  const checked = await Promise.all(
    fields.map(async (field) => [field.name, await checkField(field, values)] as const),
  );
  return Object.fromEntries(
    checked.flatMap(([name, error]) => (error === undefined ? [] : [[name, error]])),
  );
}

/** Returns the first invalid field in display order. */
export const firstInvalidField = (
  fields: readonly FormField[],
  errors: FormErrors,
): string | undefined => fields.find(({ name }) => ownValue(errors, name) !== undefined)?.name;
