/** Withdrawals that were sent, paid, rejected or cancelled, newest first. */
import type { ReactNode } from "react";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Panel } from "../../parts/panel.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { WithdrawalList } from "./withdrawal-list.tsx";
import { personOf, stateWords, type WithdrawalRow } from "./withdrawal-words.ts";

const columns = (() => {
  const of = columnsOf<WithdrawalRow>();
  return [
    of.instant("createdAt", "申请时间"),
    of.no("withdrawalNo", "提现单"),
    of.person("member", "会员", personOf),
    of.money("amountFen", "提现"),
    of.money("netFen", "到账"),
    of.state("state", "状态", stateWords),
    of.custom("reviewer", "审核人", ({ reviewer }) => reviewer?.name ?? "系统", { from: 1300 }),
    of.instant("endedAt", "完成", { from: 1200 }),
  ];
})();

function HistoryPanel(props: { readonly row: WithdrawalRow; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const [tone, word] = stateWords[row.state] ?? ["outline", row.state];
  const failed = row.checks.filter(({ isGood }) => !isGood);
  return (
    <Panel
      title={`提现 ${moneyText(row.amountFen)}`}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={row.withdrawalNo}
      onClose={onClose}
    >
      <Facts
        rows={[
          ["会员", <MemberLink key="member" {...row.member} />],
          ["手续费", moneyText(row.feeFen)],
          ["申请", timeText(row.createdAt)],
          ["审核人", row.reviewer?.name ?? "系统自动放行"],
          ["审核", row.decidedAt === undefined ? EMPTY : timeText(row.decidedAt)],
          ["完成", row.endedAt === undefined ? EMPTY : timeText(row.endedAt)],
          ["会员读到的原因", row.reason ?? EMPTY],
          ["没有通过的检查", failed.map(({ text }) => text).join("；") || EMPTY],
        ]}
        total={["到账", moneyText(row.netFen)]}
      />
    </Panel>
  );
}

const texts = {
  sent: ["打款中", "已提交到微信、还没有结果的在这里；超过一天没有结果的转到「结果未知」。"],
  done: ["已完成", "微信确认到账的在这里。"],
  rejected: ["已拒绝", "拒绝的、会员取消的和打款失败退回的在这里。"],
} as const;

export function HistoryList(props: {
  readonly tabs: ReactNode;
  readonly stage: keyof typeof texts;
}) {
  const { tabs, stage } = props;
  const [title, text] = texts[stage];
  return (
    <WithdrawalList
      title={title}
      stage={stage}
      columns={columns}
      views={tabs}
      footText={(rows) =>
        rows.length > 0 && `到账合计 ${moneyText(rows.reduce((fen, row) => fen + row.netFen, 0))}`
      }
      panel={(key, row, close) =>
        row ? (
          <HistoryPanel row={row} onClose={close} />
        ) : (
          <Panel title={`提现 ${key}`} onClose={close}>
            <Empty title="不在这一页里" text="可以按提现单号查找。" />
          </Panel>
        )
      }
      empty={{ title: `没有${title}的提现`, text }}
    />
  );
}
