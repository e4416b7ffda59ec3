/** Ends that one person found out and another one decides. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
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

const decide = (row: Row, isYes: boolean) =>
  askReason({
    op: api.operatorWithdrawals[isYes ? "approveSettlement" : "rejectSettlement"],
    input: { approvalId: row.approvalId },
    title: isYes ? "同意定案" : "不同意定案",
    effect: isYes ? [`按「${found[row.found][1]}」定案，不可撤销`] : ["保持结果未知，可以另提定案"],
    confirm: isYes ? `同意：${found[row.found][1]}` : "不同意",
    look: isYes ? "coral" : "danger",
  });

export function SettlementList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="待定案"
      query={() => apiQuery(api.operatorWithdrawals.settlements, {})}
      columns={columns}
      rowKey={({ approvalId }) => approvalId}
      views={tabs}
      panel={(_key, row, close) => (
        <Panel
          title={row ? `定案：${found[row.found][1]}` : "定案"}
          onClose={close}
          foot={
            row &&
            row.maker !== currentOperator()?.uid && (
              <>
                <Button look="danger" onClick={() => void decide(row, false)}>
                  不同意
                </Button>
                <Button look="coral" onClick={() => void decide(row, true)}>
                  同意：{found[row.found][1]}
                </Button>
              </>
            )
          }
        >
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
