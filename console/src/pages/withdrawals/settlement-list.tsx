/** Ends that one person found out and another one decides. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { EMPTY } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, Instant, No } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorWithdrawals.settlements>;
const found = { paid: ["ok", "已付"], failed: ["plum", "未付"] } as const;

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.no("withdrawalNo", "提现单"),
    of.state("found", "提议结果", found),
    of.text("makerName", "提议人"),
    of.text("reason", "原因"),
    of.instant("expiresAt", "有效至"),
  ];
})();

export function SettlementList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="待定案"
      query={() => apiQuery(api.operatorWithdrawals.settlements, {})}
      columns={columns}
      rowKey={({ approvalId }) => approvalId}
      views={tabs}
      panel={(_key, row, close) => (
        <Panel title={row ? `定案：${found[row.found][1]}` : "定案"} onClose={close}>
          {row ? (
            <>
              <Presence place={`withdrawal.${row.withdrawalNo}`} />
              {row.isExpired && <Notice tone="warn">这个提议已过期，可以重新提议。</Notice>}
              <Facts
                rows={[
                  ["提议结果", found[row.found][1]],
                  ["提现单", <No key="no" value={row.withdrawalNo} />],
                  ["提议人", row.makerName || EMPTY],
                  ["申请原因", row.reason],
                  ["有效至", <Instant key="end" at={row.expiresAt} />],
                ]}
              />
              {!row.isExpired && <ApprovalCard kind="withdrawal_settle" no={row.approvalId} />}
            </>
          ) : (
            <Empty title="已经定案" text="可以到「已完成」或「已拒绝」查看。" />
          )}
        </Panel>
      )}
      empty={{
        title: "没有待定案的提现",
        text: "渠道查不到结果时，在「结果未知」里提议定案，由另一位在这里同意。",
      }}
    />
  );
}
