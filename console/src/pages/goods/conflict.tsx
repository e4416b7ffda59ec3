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
  shareFields,
  showFields,
  valueIn,
} from "./draft-fields.ts";
import { skuFields, skuValues } from "./sku-fields.ts";

const textOf = (value: unknown): string => {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join("、") : String(value);
};

/** A picture as the diff of the server names it. */
const pictureText = (pictureId: string | undefined): string =>
  pictureId === undefined ? "" : `图片 ${pictureId.slice(-6)}`;

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
  const { pictureId, detail = [] } = draft;
  const blocks = detail.map((block, at) => {
    const text = block.kind === "text" ? block.text : pictureText(block.pictureId);
    return [`详情图文 · 第 ${at + 1} 段`, text] as const;
  });
  return new Map([...plain, ["图片", pictureText(pictureId)], ...blocks, ...skus]);
}

export function DraftConflict(props: { readonly hands: Hands; readonly names: Names }) {
  const { theirs, draft, settle } = props.hands;
  const fields = [
    ...showFields(draft, props.names),
    ...shareFields(draft),
    ...contractFields,
    ...limitFields,
  ];
  const changes = () =>
    theirs ? changesBetween(linesOf(theirs.draft, fields), linesOf(draft, fields)) : [];
  return <Conflict of="草稿" theirs={theirs} changes={changes} onSettle={settle} />;
}
