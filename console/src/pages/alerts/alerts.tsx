/** 提醒: alerts that this operator may read; acknowledged ones leave the list. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { columnsOf, Wrapped } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { tell, tellFailure } from "../../parts/toast.tsx";
import { alertKinds } from "./alert-words.ts";
import { RecipientList } from "./recipient-list.tsx";

type Row = Item<typeof api.operatorQueues.alerts>;
/** Kinds of alerts whose subject is a supplier. */
const ABOUT_SUPPLIERS: readonly string[] = ["circuit_open", "prepaid_low", "unknown_many"];

/** The text, with the name of the supplier that it is about. */
function textOf({ kind, subject, text }: Row): string {
  if (!ABOUT_SUPPLIERS.includes(kind)) return text;
  const name = outsideSuppliers.find(([id]) => id === subject)?.[1] ?? subject;
  return `${name}：${text}`;
}

const kinds = Object.entries(alertKinds).map(([id, [, word]]) => [id, word] as const);
const SPEC = { state: oneOf("open", "all", "recipients"), kind: oneOf(...kinds.map(([id]) => id)) };
const filters: readonly Filter<"kind">[] = [{ key: "kind", label: "类型", choices: kinds }];

/** Acknowledges or takes an alert; both are harmless and need no reason. */
function useActions() {
  const queries = useQueryClient();
  const run = async (act: Promise<unknown>, done: string): Promise<void> => {
    try {
      await act;
      tell(done);
    } catch (failure) {
      tellFailure(sentenceFor(failure));
    }
    await queries.invalidateQueries({ queryKey: ["operatorQueues"] });
  };
  return {
    acknowledge: ({ alertId }: Row) =>
      void run(api.operatorQueues.acknowledge({ alertId }), "已标记为知道"),
    take: ({ alertId }: Row) => {
      const toId = currentOperator()?.uid;
      void run(api.operatorQueues.assign({ alertId, ...(toId && { toId }) }), "由您处理");
    },
  };
}

const of = columnsOf<Row>();
const columnsWith = ({ acknowledge, take }: ReturnType<typeof useActions>) => [
  of.state("kind", "类型", alertKinds),
  of.custom("text", "内容", (row) => <Wrapped>{textOf(row)}</Wrapped>),
  of.custom("assignedTo", "处理人", ({ assignedTo }) => assignedTo?.name ?? "—"),
  of.instant("createdAt", "时间"),
  of.custom(
    "actions",
    "操作",
    (row) =>
      row.acknowledgedAt === undefined ? (
        <>
          {row.assignedTo === undefined && (
            <Button size="small" look="text" onClick={() => take(row)}>
              我来处理
            </Button>
          )}{" "}
          <Button size="small" onClick={() => acknowledge(row)}>
            知道了
          </Button>
        </>
      ) : (
        `${row.acknowledgedBy?.name ?? ""} 已知道`
      ),
    { align: "right" },
  ),
];

function AlertList(props: {
  readonly state: "open" | "all";
  readonly kind: string | undefined;
  readonly tabs: ReactNode;
  readonly filterBar: ReactNode;
  readonly onClear: () => void;
}) {
  const { state, kind, tabs, filterBar, onClear } = props;
  const actions = useActions();
  const { topic, operation } = api.operatorQueues.alerts;
  const fresh = useFresh("alerts", { topic, operation, unit: "条新提醒" });
  return (
    <ResourceTable
      title="提醒"
      query={(paging) =>
        apiQuery(api.operatorQueues.alerts, { state, ...(kind && { kind }), ...paging })
      }
      columns={columnsWith(actions)}
      rowKey={({ alertId }) => alertId}
      fresh={fresh}
      views={tabs}
      filters={filterBar}
      isFiltered={kind !== undefined}
      onClear={onClear}
      empty={{ title: "没有未处理的提醒", text: "熔断、预存不足、处理超时等会出现在这里。" }}
    />
  );
}

export default function AlertsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { kind } = values;
  const mayManage = may("operators:manage");
  const state = values.state === "recipients" && !mayManage ? "open" : (values.state ?? "open");
  const open = useQuery(apiQuery(api.operatorQueues.pulse, {})).data?.alerts;
  const tabs = (
    <Tabs
      label="提醒"
      value={state}
      onChange={(next) => setSearch({ state: next })}
      tabs={[
        { id: "open", label: "未处理", count: open },
        { id: "all", label: "全部" },
        ...(mayManage ? [{ id: "recipients", label: "通知对象" } as const] : []),
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead title="提醒" text="同一件事一天只提醒一次；知道了之后不再计数，记录仍在" />
      {state === "recipients" ? (
        <RecipientList tabs={tabs} />
      ) : (
        <AlertList
          key={state}
          state={state}
          kind={kind}
          tabs={tabs}
          filterBar={<FilterBar values={values} onChange={setSearch} filters={filters} />}
          onClear={() => setSearch({ kind: undefined })}
        />
      )}
    </FixedPage>
  );
}
