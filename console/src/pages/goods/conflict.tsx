/** Two editors of one benefit's draft: the fields that differ. */
import { Conflict } from "../../parts/conflict.tsx";
import { changesBetween } from "../../parts/record/changes.ts";
import {
  contractFields,
  type Draft,
  type DraftField,
  type Hands,
  limitFields,
  type Names,
  showFields,
  valueIn,
} from "./draft-fields.ts";
import { skuFields, skuValues } from "./sku-fields.ts";

const textOf = (value: unknown): string => {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join("、") : String(value);
};

function linesOf(draft: Draft, fields: readonly DraftField[]): Map<string, string> {
  const plain = fields.map((field) => [field.spec.label, textOf(valueIn(draft, field))] as const);
  const skus = draft.skus.flatMap((sku) => {
    const values = new Map(Object.entries(skuValues(sku)));
    return skuFields(sku, false).map(({ name, label }) => {
      const value = values.get(name);
      const shown = name.endsWith("Fen") && typeof value === "number" ? value / 100 : value;
      return [`${sku.skuId} · ${label}`, textOf(shown)] as const;
    });
  });
  return new Map([...plain, ...skus]);
}

export function DraftConflict(props: { readonly hands: Hands; readonly names: Names }) {
  const { theirs, draft, settle } = props.hands;
  const fields = [...showFields(draft, props.names), ...contractFields, ...limitFields];
  const changes = () =>
    theirs ? changesBetween(linesOf(theirs.draft, fields), linesOf(draft, fields)) : [];
  return <Conflict of="草稿" theirs={theirs} changes={changes} onSettle={settle} />;
}
