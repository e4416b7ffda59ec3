/** The callbacks of a supplier, newest first, and what came of each. */
import { ownValue } from "@yunjing/contract/own-value";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { EMPTY } from "../../parts/format.ts";
import { OrderLink } from "../../parts/record/record-links.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { outcomeWords, reportWords } from "./supplier-words.tsx";

type Row = Item<typeof api.operatorSuppliers.callbacks>;

function Outcome({ outcome }: { readonly outcome: string | undefined }) {
  const words = outcome === undefined ? undefined : ownValue(outcomeWords, outcome);
  return words ? <StateTag tone={words[0]}>{words[1]}</StateTag> : EMPTY;
}

const of = columnsOf<Row>();
const columns = [
  { ...of.instant("receivedAt", "收到"), isFixed: true },
  of.no("outNo", "供应商单号"),
  of.custom("order", "订单", ({ orderNo }) =>
    orderNo === undefined ? EMPTY : <OrderLink orderNo={orderNo} />,
  ),
  of.custom("state", "对方状态", ({ state }) => ownValue(reportWords, state) ?? state),
  of.instant("at", "对方时间", { from: 1200 }),
  of.custom("outcome", "处理", ({ outcome }) => <Outcome outcome={outcome} />),
];

export function CallbackList(props: { readonly supplierId: string; readonly tabs: ReactNode }) {
  const { supplierId, tabs } = props;
  return (
    <ResourceTable
      title="供应商回调"
      query={(paging) => apiQuery(api.operatorSuppliers.callbacks, { supplierId, ...paging })}
      columns={columns}
      rowKey={({ callbackId }) => callbackId}
      views={tabs}
      empty={{
        title: "没有收到回调",
        text: "签名正确的回调会列在这里；没有回调的订单由系统查单得到结果。",
      }}
    />
  );
}
