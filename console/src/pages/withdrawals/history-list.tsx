/** Withdrawals that were sent, paid, rejected or cancelled, newest first. */
import type { ReactNode } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Panel } from "../../parts/panel.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import {
  FILTER_SPEC,
  filterOf,
  filters,
  NO_FILTERS,
  PLACEHOLDER,
  stateWords,
  type WithdrawalRow,
} from "./withdrawal-words.ts";

const columns = (() => {
  const of = columnsOf<WithdrawalRow>();
  return [
    of.instant("createdAt", "申请时间"),
    of.no("withdrawalNo", "提现单"),
    of.person("member", "会员", ({ member }) => ({
      name: member.phone || member.nickname,
      second: member.memberNo,
    })),
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
          ["会员", `${row.member.nickname}（${row.member.memberNo}）`],
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

const titles = { sent: "打款中", done: "已完成", rejected: "已拒绝" } as const;

export function HistoryList(props: {
  readonly tabs: ReactNode;
  readonly stage: keyof typeof titles;
}) {
  const { tabs, stage } = props;
  const [values, setSearch] = useSearchState(FILTER_SPEC);
  return (
    <ResourceTable
      title={titles[stage]}
      query={(paging) =>
        apiQuery(api.operatorWithdrawals.list, { state: stage, ...filterOf(values), ...paging })
      }
      columns={columns}
      rowKey={({ withdrawalNo }) => withdrawalNo}
      views={tabs}
      filters={
        <FilterBar
          savedAs="withdrawals"
          values={values}
          onChange={setSearch}
          filters={filters}
          placeholder={PLACEHOLDER}
        />
      }
      isFiltered={Object.keys(values).length > 0}
      onClear={() => setSearch(NO_FILTERS)}
      footText={(rows) =>
        rows.length > 0 &&
        `本页 ${rows.length} 笔 · 到账 ${moneyText(rows.reduce((fen, row) => fen + row.netFen, 0))}`
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
      empty={{ title: `没有${titles[stage]}的提现` }}
    />
  );
}
