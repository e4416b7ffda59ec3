/** 客服处理: orders whose result at the supplier is unknown; one operator at a time decides one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { currentOperator } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { Ago, columnsOf, No, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { tellFailure } from "../../parts/toast.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { type ManualOrder, openStates } from "./manual-order.ts";

const SPEC = {
  tab: oneOf("all", "free", "mine"),
  supplierId: text(40),
  age: oneOf("late", "alarmed"),
  state: oneOf("CREATED", "SENT", "ACCEPTED", "UNKNOWN"),
  keyword: text(64),
  open: text(40),
};
const NO_FILTERS = noFilters(SPEC);

const filters: readonly Filter<"supplierId" | "age" | "state">[] = [
  {
    key: "supplierId",
    label: "供应商",
    choices: outsideSuppliers,
  },
  {
    key: "age",
    label: "时限",
    choices: [
      ["late", "已超时"],
      ["alarmed", "已提醒"],
    ],
  },
  { key: "state", label: "供应商状态", choices: openStates },
];

const of = columnsOf<ManualOrder>();
const columns = [
  of.custom("since", "等待", (row) => (
    <Ago at={row.since} lateMs={Math.max(1, row.dueAt - row.since)} />
  )),
  of.custom("order", "订单", (row) => (
    <TwoLines first={row.title} second={<No value={row.orderNo} />} />
  )),
  of.person(
    "member",
    "会员",
    ({ member }) => member && { name: member.nickname, second: member.phone || member.memberNo },
    { from: 1300 },
  ),
  of.text("supplierName", "供应商"),
  of.no("outNo", "供应商单号", { from: 1200 }),
  of.instant("dueAt", "处理时限", { from: 1200 }),
  of.custom("claimedBy", "领取", ({ claimedBy, claimed }) => {
    if (claimedBy === undefined) return <StateTag tone="outline">无人</StateTag>;
    const isMine = claimedBy === currentOperator()?.uid;
    return (
      <StateTag tone={isMine ? "sea" : "sand"}>{isMine ? "我" : claimed?.name || "同事"}</StateTag>
    );
  }),
  of.custom("late", "提醒", ({ isLate }) =>
    isLate ? <StateTag tone="bad">已超时</StateTag> : <StateTag tone="warn">结果未知</StateTag>,
  ),
];

export default function ManualQueuePage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { tab = "all", open: _open, ...filter } = values;
  const isFiltered = Object.keys(filter).length > 0;
  const queries = useQueryClient();
  const all = useQuery(apiQuery(api.operatorDesk.list, {})).data?.list ?? [];
  const me = currentOperator()?.uid;
  const { topic, operation } = api.operatorDesk.list;
  const fresh = useFresh("desk", { topic, operation, unit: "张新单" });
  const claim = (row: ManualOrder) =>
    void api.operatorDesk
      .claim({ outNo: row.outNo })
      .catch((failure: unknown) => tellFailure(sentenceFor(failure)))
      .finally(() => void queries.invalidateQueries({ queryKey: [topic] }));
  return (
    <FixedPage>
      <PageHead
        title="客服处理"
        text="供应商没有给出结果的订单，最久的在前；先领取，再按供应商的答复处理"
      />
      <ResourceTable
        title="客服处理"
        query={(paging) =>
          apiQuery(api.operatorDesk.list, {
            ...filter,
            ...(tab === "all" ? {} : { claim: tab }),
            ...paging,
          })
        }
        columns={columns}
        rowKey={({ outNo }) => outNo}
        pageSize={100}
        fresh={tab === "all" && !isFiltered ? fresh : undefined}
        views={
          <Tabs
            label="客服处理"
            value={tab}
            onChange={(next) => setSearch({ tab: next, open: undefined })}
            tabs={[
              { id: "all", label: "全部", count: all.length },
              {
                id: "free",
                label: "无人",
                count: all.filter(({ claimedBy }) => claimedBy === undefined).length,
              },
              {
                id: "mine",
                label: "我的",
                count: all.filter(({ claimedBy }) => claimedBy === me).length,
              },
            ]}
          />
        }
        filters={
          <FilterBar
            savedAs="desk"
            values={values}
            onChange={setSearch}
            filters={filters}
            placeholder="订单号、供应商单号、会员号"
          />
        }
        isFiltered={isFiltered}
        onClear={() => setSearch(NO_FILTERS)}
        panel={(key, row, close) =>
          row ? (
            <OrderPanel row={row} onClaim={() => claim(row)} onClose={close} />
          ) : (
            <Panel title={`供应商单 ${key}`} onClose={close}>
              <Empty title="不在队列里" text="供应商已经有结果，或同事已经处理。" />
            </Panel>
          )
        }
        empty={{ title: "没有要处理的订单", text: "供应商超时没有结果的订单会出现在这里。" }}
      />
    </FixedPage>
  );
}
