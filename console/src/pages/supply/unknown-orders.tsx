/** The orders of a supplier whose result is unknown, with their state: a list, and a short one. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { durationText } from "../../parts/format.ts";
import { Facts, Section } from "../../parts/panel.tsx";
import { OrderLink, PageLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { useNow } from "../../parts/use-now.ts";
import { stateWord } from "../manual-queue/manual-order.ts";

type Row = Item<typeof api.operatorSuppliers.unknown>;
const SHOWN = 5;
const LATE_MS = 15 * 60_000;

/** 结果未知, 处理中; and whether a cancel is asked for. */
function Result({ row }: { readonly row: Row }) {
  return (
    <>
      <StateTag tone="warn">{stateWord(row.state)}</StateTag>{" "}
      {row.isCancelling && <StateTag tone="sea">已请求取消</StateTag>}
    </>
  );
}

const whoseOf = ({ claimedBy, manualAt }: Row): string => {
  if (claimedBy !== undefined) return `${claimedBy} 已认领`;
  return manualAt === undefined ? "系统查单中" : "待认领";
};

const of = columnsOf<Row>();
const columns = [
  { ...of.ago("placedAt", "等待", { lateMs: LATE_MS }), isFixed: true },
  of.custom("order", "订单", ({ orderNo, title }) => (
    <TwoLines first={<OrderLink orderNo={orderNo} />} second={title} />
  )),
  of.no("outNo", "供应商单号", { from: 1200 }),
  of.custom("state", "状态", (row) => <Result row={row} />),
  of.custom("whose", "处理", whoseOf),
  of.count("queries", "已查询"),
  of.instant("nextQueryAt", "下次查单"),
  of.money("costFen", "成本", { from: 1200 }),
];

export function UnknownOrders(props: { readonly supplierId: string; readonly tabs: ReactNode }) {
  const { supplierId, tabs } = props;
  return (
    <ResourceTable
      title="结果未知的订单"
      query={(paging) => apiQuery(api.operatorSuppliers.unknown, { supplierId, ...paging })}
      columns={columns}
      rowKey={({ outNo }) => outNo}
      views={tabs}
      empty={{
        title: "没有结果未知的订单",
        text: "没有得到结果的订单会列在这里，系统只按原单号查询。",
      }}
    />
  );
}

/** The first of them in a panel. */
export function UnknownSummary({ supplierId }: { readonly supplierId: string }) {
  const now = useNow();
  const query = useQuery(apiQuery(api.operatorSuppliers.unknown, { supplierId, pageSize: SHOWN }));
  const { data } = query;
  return (
    <Section
      title="结果未知的订单"
      aside={
        data && data.list.length > 0 ? (
          <PageLink to={`/suppliers/${supplierId}?tab=unknown`}>
            {data.nextCursor === undefined ? "查看" : "查看全部"}
          </PageLink>
        ) : undefined
      }
    >
      {query.isPending && <Skeleton rows={2} />}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {data?.list.length === 0 && <p>没有结果未知的订单。</p>}
      {data && data.list.length > 0 && (
        <Facts
          rows={data.list.map((row) => [
            row.title,
            <Result key="state" row={row} />,
            <>
              <OrderLink orderNo={row.orderNo} /> · 等待 {durationText(now - row.placedAt)} ·{" "}
              {whoseOf(row)}
            </>,
          ])}
        />
      )}
    </Section>
  );
}
