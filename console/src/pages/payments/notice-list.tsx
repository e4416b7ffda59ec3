/** The channel's notifications, newest first, and whether each was applied. */
import type { ReactNode } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { Business } from "./payment-panel.tsx";
import { eventWords, instantsOf, type NoticeRow, spanFilter } from "./payment-words.ts";

const SPEC = {
  span: oneOf("0", "1", "7", "30"),
  applied: oneOf("applied", "ignored"),
  keyword: text(64),
};

const columns = (() => {
  const of = columnsOf<NoticeRow>();
  return [
    of.instant("receivedAt", "收到"),
    of.custom("event", "通知", ({ event }) => (eventWords[event] ?? event) || "—"),
    of.no("no", "商户单号"),
    of.custom("biz", "订单", ({ orderNo }) => <Business row={{ biz: "order", bizNo: orderNo }} />),
    of.no("memberNo", "会员号", { from: 1200 }),
    of.custom("applied", "处理", ({ isApplied }) => (
      <StateTag tone={isApplied ? "ok" : "warn"}>{isApplied ? "已生效" : "未生效"}</StateTag>
    )),
  ];
})();

export function NoticeList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { span = "0", applied, keyword } = values;
  const filter = {
    ...(keyword === undefined ? instantsOf(span) : { number: keyword }),
    ...(applied && { state: applied }),
  };
  return (
    <ResourceTable
      title="渠道通知"
      query={(paging) => apiQuery(api.operatorPayments.notices, { ...filter, ...paging })}
      columns={columns}
      rowKey={({ noticeId }) => noticeId}
      views={tabs}
      filters={
        <FilterBar
          values={{ ...values, span }}
          onChange={setSearch}
          filters={[
            spanFilter,
            {
              key: "applied",
              label: "处理",
              choices: [
                ["applied", "已生效"],
                ["ignored", "未生效"],
              ],
            },
          ]}
          placeholder="商户单号、退款单号"
        />
      }
      isFiltered={applied !== undefined || keyword !== undefined}
      onClear={() => setSearch({ span: undefined, applied: undefined, keyword: undefined })}
      empty={{ title: "这段时间没有渠道通知", text: "渠道没有通知的，由系统查单得到结果。" }}
    />
  );
}
