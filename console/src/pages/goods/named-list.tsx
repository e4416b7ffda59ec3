/** Brands or categories: the list in its order, making, changing and hiding one. */
import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Gate } from "../../parts/gate.tsx";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { artworkChoices, tintChoices, withValue } from "./goods-words.ts";
import { OrderPanel } from "./order-panel.tsx";
import { PictureField } from "./picture-field.tsx";
import { StaleRow } from "./stale-row.tsx";

type Row = Item<typeof api.operatorTaxonomy.brands>;
const of = columnsOf<Row>();
const columns = [
  of.custom("name", "名称", ({ name, code, artwork }) => (
    <TwoLines first={name} second={code} picture={<GoodsPicture artwork={artwork} />} />
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

export function NamedList(props: { readonly kind: keyof typeof kinds; readonly tabs: ReactNode }) {
  const { noun, list, set, order } = kinds[props.kind];
  const [edited, setEdited] = useState<Partial<Row>>();
  const [, setSearch] = useSearchState({ open: text() });
  const all = useQuery(apiQuery(list, {})).data;
  const present = all?.list.find(({ code }) => code === edited?.code);
  return (
    <>
      <ResourceTable
        title={noun}
        query={() => apiQuery(list, {})}
        columns={columns}
        rowKey={({ code }) => code}
        views={props.tabs}
        tools={
          <Gate may="catalog:edit">
            <Button icon={<ArrowUpDown />} onClick={() => setSearch({ open: "order" })}>
              调整顺序
            </Button>
            <Button icon={<Plus />} onClick={() => setEdited({ isOn: true })}>
              新增{noun}
            </Button>
          </Gate>
        }
        onOpen={setEdited}
        panel={(key, _row, close) =>
          key === "order" && all ? (
            <OrderPanel
              key={all.etag}
              title={`${noun}顺序`}
              op={order}
              etag={all.etag}
              entries={all.list.map(({ code, name }) => ({ key: code, name }))}
              onClose={close}
            />
          ) : null
        }
        empty={{ title: `还没有${noun}`, text: `新增${noun}后，商品才能归到它下面。` }}
      />
      {edited && (
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
                  setEdited(pictureId === undefined ? rest : { ...rest, pictureId });
                }}
              />
            )
          }
          preview={(values) =>
            present && present.version !== edited.version ? (
              <StaleRow
                changes={[
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
                ]}
              />
            ) : null
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
