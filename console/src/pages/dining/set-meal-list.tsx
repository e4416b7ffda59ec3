/**
 * 套餐: the set meals of a brand, how many batches of exchange codes stand for each, and on demand
 * the supplier's price now beside ours.
 */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { columnsOf, TwoLines, Wrapped } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { tellFailure, tell } from "../../parts/toast.tsx";
import { useBrandChoice } from "./brand-choice.tsx";

type Row = OutputOf<typeof api.operatorDining.menu>["setMeals"][number];
type Check = OutputOf<typeof api.operatorDining.checkPrices>;

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "套餐", ({ title, setMealId }) => (
    <TwoLines first={title} second={setMealId} />
  )),
  of.custom("content", "内容", ({ content }) => <Wrapped>{content}</Wrapped>),
  of.money("priceFen", "价格"),
  of.count("batches", "可兑换的码批次"),
];

/** The difference of the supplier's price from ours; nothing before the check. */
function Difference({ row, check }: { readonly row: Row; readonly check: Check }) {
  const line = check.list.find(({ setMealId }) => setMealId === row.setMealId);
  if (!line) return EMPTY;
  if (line.theirFen === undefined) return <StateTag tone="warn">供应商已没有</StateTag>;
  const gap = line.theirFen - line.ourFen;
  if (gap === 0) return <StateTag tone="ok">一致</StateTag>;
  const text = `${gap > 0 ? "贵" : "便宜"} ${moneyText(Math.abs(gap))}`;
  return <StateTag tone={gap > 0 ? "bad" : "warn"}>{text}</StateTag>;
}

const checkedColumns = (check: Check) => [
  of.custom("theirFen", "供应商现价", ({ setMealId }) => {
    const theirFen = check.list.find((line) => line.setMealId === setMealId)?.theirFen;
    return theirFen === undefined ? EMPTY : moneyText(theirFen);
  }),
  of.custom("gap", "比我方", (row) => <Difference row={row} check={check} />),
];

/** What the check found, in one sentence. */
function resultText({ list, added }: Check): string {
  const differing = list.filter(({ ourFen, theirFen }) => ourFen !== theirFen).length;
  const more = added === 0 ? "" : `，供应商新增 ${added} 个`;
  if (differing === 0 && added === 0) return "全部与供应商一致";
  return `${differing} 个套餐与供应商不同${more}；点「立即同步」后按供应商的价格`;
}

export function SetMealList({ tabs }: { readonly tabs: ReactNode }) {
  const { brand, choice } = useBrandChoice();
  const check = useMutation({
    mutationFn: (of: string) => api.operatorDining.checkPrices({ brand: of }),
    onSuccess: (found) => tell(resultText(found)),
    onError: (failure) => tellFailure(sentenceFor(failure)),
  });
  // The result of another brand says nothing of this one.
  const found = check.variables === brand ? check.data : undefined;
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
      columns={found ? [...columns, ...checkedColumns(found)] : columns}
      rowKey={({ setMealId }) => setMealId}
      views={tabs}
      filters={choice}
      tools={
        brand !== undefined && (
          <Gate may={["catalog:read", "catalog:edit"]}>
            <Button
              size="small"
              busy={check.isPending && "核对中…"}
              onClick={() => check.mutate(brand)}
            >
              核对价格
            </Button>
          </Gate>
        )
      }
      empty={{ title: "这个品牌没有套餐", text: "供应商的菜单里有套餐时，可以生成套餐兑换码。" }}
    />
  );
}
