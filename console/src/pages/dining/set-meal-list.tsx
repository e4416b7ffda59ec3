/** 套餐: the set meals of a brand, and how many batches of exchange codes stand for each. */
import type { ReactNode } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { columnsOf, TwoLines, Wrapped } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { useBrandChoice } from "./brand-choice.tsx";

type Row = OutputOf<typeof api.operatorDining.menu>["setMeals"][number];

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "套餐", ({ title, setMealId }) => (
    <TwoLines first={title} second={setMealId} />
  )),
  of.custom("content", "内容", ({ content }) => <Wrapped>{content}</Wrapped>),
  of.money("priceFen", "价格"),
  of.count("batches", "可兑换的码批次"),
];

export function SetMealList({ tabs }: { readonly tabs: ReactNode }) {
  const { brand, choice } = useBrandChoice();
  return (
    <ResourceTable
      title="套餐"
      query={() => {
        const { queryKey, queryFn } = apiQuery(api.operatorDining.menu, { brand: brand ?? "" });
        return {
          queryKey: [...queryKey, "setMeals"],
          queryFn: async (context) =>
            brand === undefined ? { list: [] } : { list: (await queryFn(context)).setMeals },
        };
      }}
      columns={columns}
      rowKey={({ setMealId }) => setMealId}
      views={tabs}
      tools={choice}
      empty={{ title: "这个品牌没有套餐", text: "供应商的菜单里有套餐时，可以生成套餐兑换码。" }}
    />
  );
}
