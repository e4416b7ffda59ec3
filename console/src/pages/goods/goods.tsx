/** 权益商品: every benefit, drafts too, and a new one. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, Money, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { deliveryChoices, statusWords } from "./goods-words.ts";

type Row = Item<typeof api.operatorGoods.list>;

function priceText({ priceFen, priceMaxFen }: Row): string {
  if (priceFen === undefined) return EMPTY;
  return priceMaxFen === undefined || priceMaxFen === priceFen
    ? moneyText(priceFen)
    : `${moneyText(priceFen)}–${moneyText(priceMaxFen)}`;
}

const of = columnsOf<Row>();
const columns = [
  of.custom("goods", "商品", ({ title, benefitId, artwork, pictureId }) => (
    <TwoLines
      first={title}
      second={benefitId}
      picture={<GoodsPicture artwork={artwork} pictureId={pictureId} />}
    />
  )),
  of.custom("group", "品牌与分类", ({ brand, category }) => (
    <TwoLines first={brand} second={category} />
  )),
  of.count("skus", "规格"),
  of.custom("price", "售价", priceText, { align: "right" }),
  of.custom(
    "margin",
    "最低毛利",
    ({ marginFen }) =>
      marginFen === undefined ? (
        EMPTY
      ) : (
        <Money fen={marginFen} tone={marginFen < 0 ? "bad" : "plain"} />
      ),
    { align: "right", from: 1200 },
  ),
  of.count("free", "自有库存", { from: 1200 }),
  of.state("status", "状态", statusWords),
  of.custom("draft", "草稿", ({ isDraftOpen }) =>
    isDraftOpen ? <StateTag tone="warn">有草稿</StateTag> : EMPTY,
  ),
];

const SPEC = {
  status: oneOf("draft", "on", "off", "archived"),
  brandCode: text(40),
  categoryCode: text(40),
  keyword: text(40),
};

export default function GoodsPage() {
  const [filter, setSearch] = useSearchState(SPEC);
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const brands = useQuery(apiQuery(api.operatorTaxonomy.brands, {})).data?.list ?? [];
  const categories = useQuery(apiQuery(api.operatorTaxonomy.categories, {})).data?.list ?? [];
  const choice = ({ code, name }: { readonly code: string; readonly name: string }) =>
    [code, name] as const;
  const open = (benefitId: string) => void navigate({ to: `/goods/${benefitId}` });
  return (
    <FixedPage>
      <PageHead
        title="权益商品"
        text="草稿另存，发布后会员 2 秒内看到；已下的订单按原条件"
        actions={
          <Gate may="catalog:edit">
            <Button look="solid" icon={<Plus />} onClick={() => setNew(true)}>
              新建商品
            </Button>
          </Gate>
        }
      />
      <ResourceTable
        title="权益商品"
        query={(paging) => apiQuery(api.operatorGoods.list, { ...filter, ...paging })}
        columns={columns}
        rowKey={({ benefitId }) => benefitId}
        filters={
          <FilterBar
            values={filter}
            onChange={setSearch}
            placeholder="商品名或编码"
            filters={[
              {
                key: "status",
                label: "状态",
                choices: (["draft", "on", "off", "archived"] as const).map(
                  (id) => [id, statusWords[id]?.[1] ?? id] as const,
                ),
              },
              { key: "brandCode", label: "品牌", choices: brands.map(choice) },
              { key: "categoryCode", label: "分类", choices: categories.map(choice) },
            ]}
          />
        }
        isFiltered={Object.values(filter).some((value) => value !== undefined)}
        onClear={() =>
          setSearch({
            status: undefined,
            brandCode: undefined,
            categoryCode: undefined,
            keyword: undefined,
          })
        }
        onOpen={({ benefitId }) => open(benefitId)}
        empty={{ title: "还没有商品", text: "先在「分类与品牌」建好品牌和分类，再新建商品。" }}
      />
      {isNew && (
        <DrawerForm
          title="新建商品"
          op={api.operatorGoods.create}
          submit="建草稿"
          done="已建草稿，会员还看不到"
          fields={[
            {
              kind: "text",
              name: "benefitId",
              label: "编码",
              help: "小写字母、数字和短横，之后不能改",
            },
            { kind: "text", name: "title", label: "名称" },
            { kind: "choice", name: "brandCode", label: "品牌", choices: brands.map(choice) },
            {
              kind: "choice",
              name: "categoryCode",
              label: "分类",
              choices: categories.map(choice),
            },
            { kind: "choice", name: "delivery", label: "发放方式", choices: deliveryChoices },
          ]}
          onClose={() => setNew(false)}
          onDone={({ benefitId }) => open(benefitId)}
        />
      )}
    </FixedPage>
  );
}
