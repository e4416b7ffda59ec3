/** The bills of the channel and the suppliers by day, with the rows that do not agree. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, Instant, No } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { wordOf } from "./case-sides.ts";
import { billClassName, sourceName } from "./case-words.ts";
import { differencesOf } from "./day-grid.tsx";

type Row = Item<typeof api.operatorBills.list>;

const of = columnsOf<Row>();
const columns = [
  of.custom("day", "日期", ({ day }) => day),
  of.custom("source", "来源", ({ source }) => sourceName(source)),
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
    effect: [`再次向${sourceName(source)}索取 ${day} 的账单`, "已导入的内容保留"],
    confirm: "重新获取",
  });

function BillPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { source, day } = row;
  const query = useQuery(apiQuery(api.operatorBills.differences, { source, day }));
  return (
    <Panel
      title={`${sourceName(source)} ${day}`}
      text={row.state === "waiting" ? "账单未到" : row.editions > 0 && `第 ${row.editions} 版`}
      onClose={close}
      foot={
        may("ledger:adjust") && (
          <Button look="solid" onClick={() => void refetch(row)}>
            重新获取账单
          </Button>
        )
      }
    >
      {row.reason !== undefined && (
        <Notice tone="warn">账单还没有取到，系统会继续获取。对方答复：{wordOf(row.reason)}</Notice>
      )}
      <Section title="核对">
        <Facts
          rows={[
            ["账单行数", countText(row.rows)],
            ["一致", countText(row.matched)],
            ["已获取", `${row.tries} 次`],
            ["核对于", row.comparedAt === undefined ? EMPTY : <Instant at={row.comparedAt} />],
            ...(row.nextTryAt === undefined
              ? []
              : [["下次获取", <Instant key="next" at={row.nextTryAt} />] as const]),
          ]}
        />
      </Section>
      {query.isPending && <Skeleton />}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Section title="不符的行" aside={`${query.data.list.length} 条`}>
          {query.data.list.length === 0 ? (
            "没有不符的行。"
          ) : (
            <Facts
              rows={query.data.list.map((line) => [
                billClassName(line.class),
                line.amountFen === undefined ? EMPTY : moneyText(line.amountFen),
                <No key="no" value={line.outNo ?? line.subject} />,
              ])}
            />
          )}
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
      panel={(_key, row, close) =>
        row ? (
          <BillPanel row={row} close={close} />
        ) : (
          <Panel title="账单" onClose={close}>
            <Empty title="没有这一天的账单" text="最多显示最近 100 份。" />
          </Panel>
        )
      }
      empty={{ title: "还没有账单", text: "渠道和供应商的账单每天上午到达。" }}
    />
  );
}
