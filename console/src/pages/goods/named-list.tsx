/** Brands or categories: the list in its order, making, changing and hiding one. */
import type { ReactNode } from "react";
import { api, type Item } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { artworkChoices, tintChoices, withValue } from "./goods-words.ts";
import { OrderedList } from "./ordered-list.tsx";
import { PictureField } from "./picture-field.tsx";
import { StaleRow } from "./stale-row.tsx";

type Row = Item<typeof api.operatorTaxonomy.brands>;
const of = columnsOf<Row>();
const columns = [
  of.custom("name", "名称", ({ name, code, artwork, pictureId }) => (
    <TwoLines
      first={name}
      second={code}
      picture={<GoodsPicture artwork={artwork} pictureId={pictureId} />}
    />
  )),
  of.custom("aliases", "别名", ({ aliases }) => aliases.join("、") || "—", { from: 1200 }),
  of.count("benefits", "在售商品"),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">显示</StateTag> : <StateTag tone="sand">已隐藏</StateTag>,
  ),
];

const kinds = {
  brand: {
    noun: "品牌",
    list: api.operatorTaxonomy.brands,
    set: api.operatorTaxonomy.setBrand,
    order: api.operatorTaxonomy.orderBrands,
  },
  category: {
    noun: "分类",
    list: api.operatorTaxonomy.categories,
    set: api.operatorTaxonomy.setCategory,
    order: api.operatorTaxonomy.orderCategories,
  },
} as const;

const fieldsOf = (row: Partial<Row>): readonly FieldSpec[] => [
  ...(row.version === undefined
    ? [
        {
          kind: "text",
          name: "code",
          label: "编码",
          help: "小写字母、数字和短横，之后不能改",
        } as const,
      ]
    : []),
  { kind: "text", name: "name", label: "名称" },
  {
    kind: "choice",
    name: "artwork",
    label: "图案",
    choices: withValue(artworkChoices, row.artwork),
  },
  { kind: "choice", name: "tint", label: "底色", choices: withValue(tintChoices, row.tint) },
  {
    kind: "lines",
    name: "aliases",
    label: "别名",
    help: "会员也能搜到，每行一个",
    isRequired: false,
  },
  { kind: "switch", name: "isOn", label: "会员可见", help: "隐藏后商品仍在售", isRequired: false },
  { kind: "area", name: "reason", label: "原因" },
];

const words = { true: "显示", false: "已隐藏" } as const;

/** What another operator changed while the form was open, beside what was typed. */
const theirChanges = (present: Row, values: Readonly<Record<string, FieldValue>>) => [
  { field: "名称", before: present.name, after: String(values["name"] ?? "") },
  {
    field: "会员可见",
    before: words[`${present.isOn}`],
    after: words[`${values["isOn"] === true}`],
  },
  {
    field: "别名",
    before: present.aliases.join("、"),
    after: [values["aliases"] ?? []].flat().join("、"),
  },
];

export function NamedList(props: { readonly kind: keyof typeof kinds; readonly tabs: ReactNode }) {
  const { noun, list, set, order } = kinds[props.kind];
  return (
    <OrderedList
      noun={noun}
      list={list}
      order={order}
      columns={columns}
      entryOf={({ code, name }) => ({ key: code, name })}
      tabs={props.tabs}
      emptyText={`新增${noun}后，商品才能归到它下面。`}
      form={({ edited, rows, onEdit, onClose }) => {
        const present = rows.find(({ code }) => code === edited.code);
        return (
          <DrawerForm
            title={edited.version === undefined ? `新增${noun}` : `修改 ${edited.name}`}
            op={set}
            fixed={{
              ...(edited.code === undefined ? {} : { code: edited.code }),
              sinceVersion: edited.version ?? 0,
            }}
            initial={{ isOn: false, ...edited }}
            toInput={(values) => ({
              ...values,
              isOn: values["isOn"] === true,
              aliases: [values["aliases"] ?? []].flat().map(String),
              ...(edited.pictureId === undefined ? {} : { pictureId: edited.pictureId }),
            })}
            fields={fieldsOf(edited)}
            head={
              props.kind === "brand" && (
                <PictureField
                  pictureId={edited.pictureId}
                  artwork={edited.artwork ?? "bag"}
                  onChange={(pictureId) => {
                    const { pictureId: _, ...rest } = edited;
                    onEdit(pictureId === undefined ? rest : { ...rest, pictureId });
                  }}
                />
              )
            }
            preview={(values) =>
              present && present.version !== edited.version ? (
                <StaleRow changes={theirChanges(present, values)} />
              ) : null
            }
            onClose={onClose}
          />
        );
      }}
    />
  );
}
