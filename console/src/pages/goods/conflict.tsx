/** Two editors of one draft: what the other one saved beside one's own, and which to go on with. */
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { type Change, Diff } from "../../parts/record/diff.tsx";
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

/** Returns the fields in which two drafts differ. */
function changesOf(theirs: Draft, own: Draft, names: Names): Change[] {
  const fields = [...showFields(own, names), ...contractFields, ...limitFields];
  const before = linesOf(theirs, fields);
  const after = linesOf(own, fields);
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((field) => {
    const change = { field, before: before.get(field) ?? "", after: after.get(field) ?? "" };
    return change.before === change.after ? [] : [change];
  });
}

export function DraftConflict(props: { readonly hands: Hands; readonly names: Names }) {
  const { theirs, draft, settle } = props.hands;
  if (!theirs) return null;
  return (
    <section aria-label="草稿冲突" role="alert">
      <Notice
        tone="warn"
        action={
          <>
            <Button onClick={() => settle("theirs")}>用对方的</Button>
            <Button look="solid" onClick={() => settle("own")}>
              用我的覆盖
            </Button>
          </>
        }
      >
        {theirs.savedBy.name} 在 {timeText(theirs.savedAt)} 保存了另一份草稿，您的还没有保存。
      </Notice>
      <Diff changes={changesOf(theirs.draft, draft, props.names)} heads={["对方的", "您的"]} />
    </section>
  );
}
