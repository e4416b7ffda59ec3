/** 查一张码: by the whole code, the last four symbols, an order or a receipt; counted and limited. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { api, Item } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { CodeSearch, type Found } from "./code-search.tsx";
import { codeStates } from "./code-words.ts";

type Row = Item<typeof api.operatorCodes.lookup>;

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.custom("last4", "尾号", ({ last4 }) => `…${last4}`),
    of.text("title", "权益"),
    of.text("batchName", "批次"),
    of.count("serial", "序号"),
    of.instant("validUntil", "有效至"),
    of.state("state", "状态", codeStates),
  ];
})();

export default function CodesPage() {
  const [found, setFound] = useState<Found | undefined>(undefined);
  const navigate = useNavigate();
  return (
    <FixedPage>
      <PageHead title="查一张码" text="输入整码、尾号 4 位、订单号或收据链接；查询计入审计" />
      <CodeSearch onFound={setFound} />
      {!found && (
        <Card>
          <Empty
            title="输入后查看流转记录"
            text="整码和收据直接打开；尾号或订单号可能查到多张，在这里选一张。"
          />
        </Card>
      )}
      {found && found.list.length > 0 && (
        <ResourceTable<Row>
          title="查到的兑换码"
          query={() => ({
            queryKey: ["operatorCodes", "found", found.used],
            queryFn: () => Promise.resolve({ list: found.list }),
          })}
          columns={columns}
          rowKey={({ codeId }) => codeId}
          onOpen={({ codeId }) => void navigate({ to: `/codes/${codeId}` })}
          empty={{ title: "没有查到" }}
        />
      )}
    </FixedPage>
  );
}
