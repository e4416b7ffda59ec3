/** 菜单: the products of a brand; one can be hidden, or have another name or picture. */
import { type ReactNode, useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { Notice } from "../../parts/panel.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { PictureField } from "../goods/picture-field.tsx";
import { useBrandChoice } from "./brand-choice.tsx";

type Row = OutputOf<typeof api.operatorDining.menu>["products"][number];

const picture = ({ photo, artwork }: Row) =>
  photo ? (
    <img src={`/pictures/${photo.pictureId}/192.webp`} alt={photo.alt} width={32} height={32} />
  ) : (
    <GoodsPicture artwork={artwork} size="small" />
  );

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "餐品", (row) => (
    <TwoLines
      first={row.name}
      second={row.name === row.supplierName ? row.productId : `供应商：${row.supplierName}`}
      picture={picture(row)}
    />
  )),
  of.custom("classes", "栏目", ({ classes }) => classes.join("、")),
  of.money("priceFen", "价格"),
  of.custom("state", "状态", ({ isHidden }) =>
    isHidden ? <StateTag tone="warn">已隐藏</StateTag> : <StateTag tone="ok">显示</StateTag>,
  ),
  of.custom(
    "changed",
    "最近修改",
    ({ changedBy, changedAt }) =>
      changedBy ? <TwoLines first={changedBy.name} second={timeText(changedAt ?? 0)} /> : EMPTY,
    { from: 1200 },
  ),
];

function ProductForm(props: {
  readonly brand: string;
  readonly row: Row;
  readonly onClose: () => void;
}) {
  const { brand, row } = props;
  const { productId, sinceVersion, isHidden, setMeals, supplierName } = row;
  const [pictureId, setPicture] = useState(row.photo?.pictureId);
  return (
    <DrawerForm
      title={`修改 ${row.name}`}
      op={api.operatorDining.setProduct}
      fixed={{ brand, productId, sinceVersion }}
      initial={{ isHidden, name: row.name === supplierName ? undefined : row.name }}
      head={
        <>
          {setMeals > 0 && (
            <Notice tone="sea">
              {setMeals} 个套餐里有它：隐藏后会员不能单点，套餐和已售的套餐码照常可用。
            </Notice>
          )}
          <PictureField pictureId={pictureId} artwork={row.artwork} onChange={setPicture} />
        </>
      }
      fields={[
        {
          kind: "text",
          name: "name",
          label: "会员读到的名称",
          placeholder: supplierName,
          help: "空为供应商的名称；向供应商下单不受影响",
          isRequired: false,
        },
        {
          kind: "switch",
          name: "isHidden",
          label: "隐藏",
          help: "这个品牌的全部门店都不能单点",
          isRequired: false,
        },
        { kind: "area", name: "reason", label: "原因" },
      ]}
      toInput={({ name, isHidden: hides, reason }) => ({
        isHidden: hides === true,
        ...(typeof name === "string" ? { name } : {}),
        ...(pictureId === undefined ? {} : { pictureId }),
        reason: String(reason),
      })}
      submit="保存并生效"
      done="已保存，会员立刻看到"
      onClose={props.onClose}
    />
  );
}

export function MenuList({ tabs }: { readonly tabs: ReactNode }) {
  const { brand, choice } = useBrandChoice();
  const [edited, setEdited] = useState<Row>();
  return (
    <>
      <ResourceTable
        title="菜单"
        query={() => {
          const { queryKey, queryFn } = apiQuery(api.operatorDining.menu, { brand: brand ?? "" });
          return {
            queryKey: [...queryKey, "products"],
            queryFn: async (context) =>
              brand === undefined ? { list: [] } : { list: (await queryFn(context)).products },
          };
        }}
        columns={columns}
        rowKey={({ productId }) => productId}
        views={tabs}
        filters={choice}
        {...(may("catalog:publish", "dining:manage") ? { onOpen: setEdited } : {})}
        empty={{ title: "还没有菜单", text: "点「立即同步」，从供应商读一次门店和菜单。" }}
      />
      {edited && brand !== undefined && (
        <ProductForm brand={brand} row={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
