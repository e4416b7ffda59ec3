/** Fields in columns that keep what is typed and hand on every readable value at once. */
import { useState } from "react";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { Field, type FieldSpec, type Typed, typedOf, valueOf } from "../../parts/form/field.tsx";
import styles from "./goods.module.css";

export function FieldsForm(props: {
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly valueOf: (name: string) => FieldValue;
  /** The server's or the editor's fault of a field. */
  readonly faultOf: (name: string) => string | undefined;
  readonly onChange: (name: string, value: FieldValue) => void;
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed | undefined>>>(() =>
    Object.fromEntries(
      props.fields.map((spec) => [spec.name, typedOf(spec, props.valueOf(spec.name))]),
    ),
  );
  const unreadable = (spec: FieldSpec, text: Typed | undefined): string | undefined => {
    const value = valueOf(spec, text);
    if (value === undefined && spec.isRequired) return "请填写";
    return typeof value === "number" && !Number.isSafeInteger(value) ? "填写的数字不对" : undefined;
  };
  const change = (spec: FieldSpec, text: Typed) => {
    setTyped((old) => ({ ...old, [spec.name]: text }));
    const value = valueOf(spec, text);
    if (typeof value !== "number" || Number.isSafeInteger(value)) props.onChange(spec.name, value);
  };
  return (
    <fieldset className={styles.fields} aria-label={props.label}>
      {props.fields.map((spec) => (
        <Field
          key={spec.name}
          spec={spec}
          typed={typed[spec.name]}
          fault={unreadable(spec, typed[spec.name]) ?? props.faultOf(spec.name)}
          onChange={(text) => change(spec, text)}
        />
      ))}
    </fieldset>
  );
}
