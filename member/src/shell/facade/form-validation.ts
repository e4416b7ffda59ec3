/** What a form holds and what is wrong with it (D04), without React. */
import { ownValue } from "@yunjing/contract/own-value";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import type { FormField, FormValues } from "./dialog-types.ts";
import { trimText } from "./text-rule.ts";

/** What is wrong, by field name; a field that is fine has no entry. */
export type FormErrors = Readonly<Record<string, string>>;

export const SUBMIT_FAILED = "提交失败，请再试一次";

export const initialValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map(({ name, value = "" }) => [name, value]));

export const trimmedValues = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimText(value)]));

/** The sentence of a failure a member may read; `otherwise` where it has none. */
export function messageOfThrown(thrown: unknown, otherwise: string): string {
  if (thrown instanceof ApiFailure) return userMessageFor(thrown);
  if (typeof thrown === "string" && thrown !== "") return thrown;
  return thrown instanceof Error && thrown.message !== "" ? thrown.message : otherwise;
}

/** Runs what may throw at once or reject later as one promise. */
export const asPromise = (run: () => unknown): Promise<unknown> =>
  new Promise((resolve) => resolve(run()));

/** What is wrong with one field; undefined when it is fine. An empty optional field is fine. */
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

/** Checks trimmed values, all fields at once; validators run side by side. */
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

/** The first field, in the order they stand, that is wrong. */
export const firstInvalidField = (
  fields: readonly FormField[],
  errors: FormErrors,
): string | undefined => fields.find(({ name }) => ownValue(errors, name) !== undefined)?.name;
