/** The bills of the channel and the suppliers by day, with the rows that do not agree. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorBills.list>;

const differencesOf = ({ classes }: Row): number =>
  Object.values(classes).reduce((sum, count) => sum + count, 0);

const of = columnsOf<Row>();
const columns = [
  of.custom("day", "日期", ({ day }) => day),
  of.text("source", "来源"),
  of.custom("state", "状态", (row) => {
    if (row.state === "waiting") return <StateTag tone="warn">等账单</StateTag>;
    return differencesOf(row) > 0 ? (
      <StateTag tone="bad">{differencesOf(row)} 条不符</StateTag>
    ) : (
      <StateTag tone="ok">一致</StateTag>
    );
  }),
  of.count("rows", "行数"),
  of.count("matched", "一致"),
  of.count("editions", "版本", { from: 1200 }),
  of.instant("comparedAt", "核对于"),
];

const refetch = ({ source, day }: Row) =>
  askReason({
    op: api.operatorBills.refetch,
    input: { source, day },
    title: "重新获取账单",
    effect: [`再次向 ${source} 索取 ${day} 的账单`, "已导入的内容保留"],
    confirm: "重新获取",
  });

function BillPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { source, day } = row;
  const query = useQuery(apiQuery(api.operatorBills.differences, { source, day }));
  return (
    <Panel
      title={`${source} ${day}`}
      onClose={close}
      foot={
        <Button look="solid" onClick={() => void refetch(row)}>
          重新获取账单
        </Button>
      }
    >
      {row.reason !== undefined && <Notice tone="warn">{row.reason}</Notice>}
      {query.isPending && <Skeleton />}
      {query.isError && <Failed failure={query.error} />}
      {query.data && (
        <Section title="不符的行" aside={`${query.data.list.length} 条`}>
          <Facts
            rows={query.data.list.map((line) => [
              line.outNo ?? line.subject,
              line.amountFen === undefined ? EMPTY : moneyText(line.amountFen),
              line.class,
            ])}
          />
        </Section>
      )}
    </Panel>
  );
}

export function BillList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="账单"
      query={() => apiQuery(api.operatorBills.list, {})}
      columns={columns}
      rowKey={({ source, day }) => `${source} ${day}`}
      views={tabs}
      panel={(_key, row, close) => row && <BillPanel row={row} close={close} />}
      empty={{ title: "还没有账单", text: "渠道和供应商的账单每天上午到达。" }}
    />
  );
}
