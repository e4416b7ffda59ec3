/** Reads a form: which fields are drawn, what their values are, and what is wrong with each. */
import { faultOf, type FieldValue, unitOf } from "./check-field.ts";
import { type FieldSpec, pathOf, type Typed, typedOf, valueOf } from "./field.tsx";
import { limitsOfOperation } from "./limits.ts";
import { isMemberNo, UNCHOSEN } from "./member-no.ts";

export type FormDraft = Readonly<Record<string, Typed>>;
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Returns what stands in the fields at first. */
export const typedForm = (fields: readonly FieldSpec[], initial: FormValues): FormDraft =>
  Object.fromEntries(
    fields.flatMap((spec) => {
      const typed = typedOf(spec, initial[spec.name]);
      return typed === undefined ? [] : [[spec.name, typed] as const];
    }),
  );

/** `operation` is where the limits come from: `operatorRefunds.approve`. */
export function readForm(operation: string, all: readonly FieldSpec[], draft: FormDraft) {
  const known = limitsOfOperation(operation);
  const typed = Object.fromEntries(all.map((spec) => [spec.name, valueOf(spec, draft[spec.name])]));
  const fields = all
    .filter(({ isShown }) => isShown?.(typed) ?? true)
    .map((spec) => ({
      ...spec,
      isRequired: spec.isRequired ?? known.get(pathOf(spec))?.isRequired ?? false,
    }));
  // A hidden field keeps what was typed, and is not sent.
  const values: FormValues = Object.fromEntries(fields.map(({ name }) => [name, typed[name]]));
  const faultIn = (spec: FieldSpec): string | undefined => {
    const { isRequired: _inContract, ...limits } = known.get(pathOf(spec)) ?? {};
    const limit = spec.isRequired ? { ...limits, isRequired: true as const } : limits;
    const value = values[spec.name];
    if (spec.kind === "member" && value !== undefined && !isMemberNo(value)) return UNCHOSEN;
    return faultOf(value, limit, unitOf(spec.kind));
  };
  return { fields, values, faultIn };
}
