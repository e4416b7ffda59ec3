/** 售后退款: what waits for a first or a second person, what the channel refused, and the rest. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, Money, No } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter, spanParser } from "../../parts/table/span-filter.ts";
import { countOf, Tabs } from "../../parts/tabs.tsx";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { missingCount, useLoadedRefunds } from "./fresh.ts";
import { approve, reject, RefundPanel } from "./refund-panel.tsx";
import { isFirstMine, moneyOf, type RefundRow, stateTexts, usedText } from "./texts.ts";

const SPEC = {
  state: oneOf("waiting", "second", "abnormal", "processing", "done"),
  span: spanParser,
  keyword: text(64),
  open: text(80),
};
const LATE_MS = 2 * 3_600_000;
const COUNTED_EVERY_MS = 15_000;

function Warnings({ row }: { readonly row: RefundRow }) {
  const [tone, word] = usedText(row);
  return (
    <>
      {row.needsTwo && <TwoPersons />}{" "}
      {row.assignee && <StateTag tone="sea">转给 {row.assignee.name}</StateTag>}{" "}
      <StateTag tone={tone}>{word}</StateTag>
    </>
  );
}

const of = columnsOf<RefundRow>();
const first = [
  of.goods("order", "订单", ({ title, artwork, orderNo }) => ({
    title,
    artwork,
    second: <No value={orderNo} />,
  })),
  of.person(
    "member",
    "会员",
    ({ member }) => ({ name: member.nickname, second: member.memberNo }),
    {
      from: 1300,
    },
  ),
  of.text("reason", "退款原因"),
  of.custom("amount", "退", (row) => <Money fen={moneyOf(row)} />, { align: "right" }),
];
const waitingColumns = [
  of.ago("createdAt", "等待", { lateMs: LATE_MS }),
  ...first,
  of.custom("warnings", "提醒", (row) => <Warnings row={row} />),
];
const doneColumns = [
  of.instant("createdAt", "申请时间"),
  ...first,
  of.state("state", "状态", stateTexts),
  of.custom("reviewer", "审核人", ({ reviewer }) => reviewer?.name ?? "—", { from: 1300 }),
];

const emptyTexts = {
  waiting: ["没有待审的退款", "新的申请会出现在这里，等得最久的在前。"],
  second: ["没有等第二人的退款", "超过 ¥500 的退款，第一位批准后在这里等另一位。"],
  abnormal: ["没有渠道失败的退款", "渠道拒绝的退款在这里，可以用原单号再试。"],
  processing: ["没有退款中的", "已批准、渠道还没有回结果的在这里。"],
  done: ["没有已完成的退款", "退款到账、拒绝和会员撤回的在这里。"],
} as const;

export default function RefundsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { span, keyword } = values;
  // A link names a refund, not its stage: its own tab opens.
  const named = useQuery({
    ...apiQuery(api.operatorRefunds.list, { state: "any", keyword: keyword ?? "", pageSize: 1 }),
    enabled: values.state === undefined && keyword !== undefined,
  });
  const state = values.state ?? named.data?.list[0]?.stage ?? "waiting";
  const filter = { ...(span && { from: fromOf(span) }), ...(keyword && { keyword }) };
  const isFiltered = Object.keys(filter).length > 0;
  const isQueue = state === "waiting" || state === "second" || state === "abnormal";
  const [title, emptyText] = emptyTexts[state];
  const counts = useQuery({
    ...apiQuery(api.operatorRefunds.counts, {}),
    refetchInterval: COUNTED_EVERY_MS,
  }).data;
  const counted = state === "done" ? "processing" : state;
  const loaded = useLoadedRefunds(counted);
  const missing = isQueue && !isFiltered ? missingCount(counted, counts, loaded) : 0;
  return (
    <FixedPage>
      <PageHead
        title="售后退款"
        text="最久的在前；批准后按支付时的来路逐项退回，加起来等于实付，一分不差"
      />
      <ResourceTable
        title="退款"
        query={(paging) => apiQuery(api.operatorRefunds.list, { state, ...filter, ...paging })}
        columns={isQueue ? waitingColumns : doneColumns}
        rowKey={({ refundNo }) => refundNo}
        views={
          <Tabs
            label="退款"
            value={state}
            onChange={(next) => setSearch({ state: next, open: undefined })}
            tabs={[
              { id: "waiting", label: "待审", count: countOf(counts?.waiting) },
              { id: "second", label: "待第二人", count: countOf(counts?.second) },
              { id: "abnormal", label: "渠道失败", count: countOf(counts?.abnormal) },
              { id: "processing", label: "退款中", count: countOf(counts?.processing) },
              { id: "done", label: "已完成" },
            ]}
          />
        }
        filters={
          <FilterBar
            savedAs="refunds"
            values={values}
            onChange={setSearch}
            filters={[spanFilter("申请时间")]}
            placeholder="退款单号、订单号、会员号"
          />
        }
        tools={<ExportButton kind="refunds" title="售后退款" filter={{ state, ...filter }} />}
        isFiltered={isFiltered}
        onClear={() => setSearch({ span: undefined, keyword: undefined })}
        pageSize={isQueue ? 100 : 20}
        fresh={missing > 0 ? { count: missing, unit: "张新单" } : undefined}
        footText={(rows) =>
          rows.length > 0 && `合计 ${moneyText(rows.reduce((fen, row) => fen + moneyOf(row), 0))}`
        }
        onApprove={(row) => row.state === "APPLIED" && !isFirstMine(row) && void approve(row)}
        onReject={(row) => row.state === "APPLIED" && void reject(row)}
        panel={(key, row, close) =>
          row ? (
            <RefundPanel key={key} row={row} onClose={close} />
          ) : (
            <Panel title={`退款 ${key}`} onClose={close}>
              <Empty title="不在这一页里" text="可能已经处理，请到其他分类查看。" />
            </Panel>
          )
        }
        empty={{ title, text: emptyText }}
      />
    </FixedPage>
  );
}
