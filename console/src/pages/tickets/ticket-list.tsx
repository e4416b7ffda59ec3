/** The queue of tickets with the panel of the open one. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Ago, columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { TicketPanel } from "./ticket-panel.tsx";
import { stateTones, topicChoices, topicIds } from "./ticket-words.ts";

type Row = Item<typeof api.operatorTickets.list>;
type Tab = "waiting" | "free" | "mine" | "answered" | "closed";

const of = columnsOf<Row>();
const columns = [
  of.custom("waited", "等待", ({ openedAt, isLate }) => (
    <Ago at={openedAt} {...(isLate ? { lateMs: 0 } : {})} />
  )),
  of.custom("title", "问题", ({ title, topicText }) => (
    <TwoLines first={title} second={topicText} />
  )),
  of.person("member", "会员", ({ member }) => ({
    name: member.nickname,
    second: member.memberNo,
  })),
  of.text("orderTitle", "订单", { from: 1200 }),
  of.custom("assignee", "受理", ({ assignee, role, isMine }) =>
    isMine ? "我" : (assignee?.name ?? (role === undefined ? "无人" : `转给 ${role}`)),
  ),
  of.instant("dueAt", "回复期限", { from: 1200 }),
  of.custom("state", "状态", ({ state, stateText, isLate }) => (
    <StateTag tone={isLate ? "bad" : stateTones[state]}>{isLate ? "已超时" : stateText}</StateTag>
  )),
];

const SPEC = { topic: oneOf(...topicIds) };

const filterOf = {
  waiting: { state: "waiting" },
  free: { state: "waiting", box: "free" },
  mine: { state: "waiting", box: "mine" },
  answered: { state: "answered" },
  closed: { state: "closed" },
} as const;

export function TicketList({ tabs, tab }: { readonly tabs: ReactNode; readonly tab: Tab }) {
  const [{ topic }, setSearch] = useSearchState(SPEC);
  const filter = { ...filterOf[tab], ...(topic === undefined ? {} : { topic }) };
  return (
    <ResourceTable
      title="工单"
      query={(paging) => apiQuery(api.operatorTickets.list, { ...filter, ...paging })}
      columns={columns}
      rowKey={({ ticketId }) => ticketId}
      views={tabs}
      filters={
        <FilterBar
          savedAs="tickets"
          values={{ topic }}
          onChange={setSearch}
          filters={[{ key: "topic", label: "类型", choices: topicChoices }]}
        />
      }
      isFiltered={topic !== undefined}
      onClear={() => setSearch({ topic: undefined })}
      panel={(key, _row, close) => <TicketPanel key={key} ticketId={key} onClose={close} />}
      empty={{ title: "没有工单", text: "会员从订单、兑换码或帮助页提交的问题会出现在这里。" }}
    />
  );
}
