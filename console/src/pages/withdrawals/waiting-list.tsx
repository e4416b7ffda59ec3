/** The withdrawals that wait for a first or a second person, with their checks as lights. */
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { useFresh } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { useSearchState } from "../../parts/table/search-state.ts";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";
import {
  FILTER_SPEC,
  filterOf,
  filters,
  NO_FILTERS,
  PLACEHOLDER,
  type WithdrawalRow as Row,
} from "./withdrawal-words.ts";
import styles from "./withdrawals.module.css";

const LATE_MS = 2 * 3_600_000;

const failedChecks = ({ checks }: Row) => checks.filter(({ isGood }) => !isGood);

function Lights({ row }: { readonly row: Row }) {
  const [first] = failedChecks(row);
  return (
    <span className={styles.lights}>
      {row.checks.map(({ name, isGood }) => (
        <i key={name} data-good={isGood || undefined} aria-hidden="true" />
      ))}
      <span data-good={first === undefined || undefined}>
        {first ? first.text : `${row.checks.length} 项通过`}
      </span>
    </span>
  );
}

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.ago("createdAt", "等待", { lateMs: LATE_MS }),
    of.person("member", "会员", ({ member }) => ({
      name: member.phone || member.nickname,
      second: member.memberNo,
    })),
    of.money("amountFen", "提现"),
    of.money("netFen", "到账"),
    of.custom("checks", "检查", (row) => <Lights row={row} />),
    of.custom("two", "复核", ({ needsTwo }) => needsTwo && <TwoPersons />, { align: "right" }),
  ];
})();

const approve = (row: Row) =>
  askReason({
    op: api.operatorWithdrawals.approve,
    input: { withdrawalNo: row.withdrawalNo },
    title: "批准提现",
    effect: [
      `向 ${row.member.phone} 的微信零钱转 ${moneyText(row.netFen)}，手续费 ${moneyText(row.feeFen)}`,
      row.needsTwo && row.firstReviewer === undefined
        ? "超过单人额度：您批准后，24 小时内还要另一位同意"
        : "批准后立即提交到微信，不能撤回",
    ],
    confirm: `批准打款 ${moneyText(row.netFen)}`,
    look: "coral",
    stepUp: row.needsTwo,
  });

const reject = (row: Row) =>
  askReason({
    op: api.operatorWithdrawals.reject,
    input: { withdrawalNo: row.withdrawalNo },
    title: "拒绝提现",
    effect: [`${moneyText(row.amountFen)} 立即退回会员的奖励金`, "会员会读到下面的原因"],
    confirm: `拒绝并退回 ${moneyText(row.amountFen)}`,
    look: "danger",
    reasonHelp: "会员会读到",
  });

async function approveMany(rows: readonly Row[]) {
  const total = rows.reduce((fen, { netFen }) => fen + netFen, 0);
  const answer = await askReason({
    op: api.operatorWithdrawals.approveMany,
    input: { withdrawalNos: rows.map(({ withdrawalNo }) => withdrawalNo) },
    title: "逐笔批准",
    effect: [`${rows.length} 笔，每一笔单独判断`, "超过自动额度的会跳过，不影响其余"],
    confirm: `逐笔批准，最多 ${moneyText(total)}`,
    look: "coral",
    done: "已逐笔处理",
  });
  const skipped = answer?.list.filter(({ outcome }) => outcome !== "approved") ?? [];
  if (skipped.length > 0) tell(`${skipped.length} 笔没有批准，仍在列表里`);
}

function WithdrawalPanel(props: { readonly row: Row; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const failed = failedChecks(row);
  return (
    <Panel
      title={`${row.member.phone} 提现 ${moneyText(row.amountFen)}`}
      tags={failed.length > 0 && <StateTag tone="bad">{failed.length} 项不通过</StateTag>}
      text={`${row.withdrawalNo} · 到微信零钱，手续费 ${moneyText(row.feeFen)}`}
      onClose={onClose}
      foot={
        <>
          <Button look="danger" onClick={() => void reject(row)}>
            拒绝，退回
          </Button>
          <Button look="coral" onClick={() => void approve(row)}>
            批准打款 {moneyText(row.netFen)}
          </Button>
        </>
      }
    >
      <Presence place={`withdrawal.${row.withdrawalNo}`} />
      {row.firstReviewer !== undefined && (
        <Section title="第一位已同意">
          {row.first?.name || row.firstReviewer}
          {row.firstExpiresAt !== undefined && `，${timeText(row.firstExpiresAt)} 前有效`}
        </Section>
      )}
      <Section title="系统校验">
        <ul className={styles.checks}>
          {row.checks.map((check) => (
            <li key={check.name} data-good={check.isGood || undefined}>
              {check.isGood ? <CircleCheck aria-label="通过" /> : <CircleX aria-label="不通过" />}
              {check.text}
            </li>
          ))}
        </ul>
      </Section>
    </Panel>
  );
}

export function WaitingList(props: { readonly tabs: ReactNode; readonly isSecond: boolean }) {
  const { tabs, isSecond } = props;
  const [values, setSearch] = useSearchState(FILTER_SPEC);
  const isFiltered = Object.keys(values).length > 0;
  const { topic, operation } = api.operatorWithdrawals.list;
  const fresh = useFresh("withdrawals", { topic, operation, unit: "笔新提现" });
  return (
    <ResourceTable
      title={isSecond ? "待第二人" : "待审"}
      query={(paging) =>
        apiQuery(api.operatorWithdrawals.list, {
          state: isSecond ? "second" : "waiting",
          ...filterOf(values),
          ...paging,
        })
      }
      pageSize={100}
      fresh={isSecond || isFiltered ? undefined : fresh}
      filters={
        <FilterBar
          savedAs="withdrawals"
          values={values}
          onChange={setSearch}
          filters={filters}
          placeholder={PLACEHOLDER}
        />
      }
      isFiltered={isFiltered}
      onClear={() => setSearch(NO_FILTERS)}
      columns={columns}
      rowKey={({ withdrawalNo }) => withdrawalNo}
      views={tabs}
      bulk={[{ label: "逐笔批准", look: "coral", run: approveMany }]}
      isSelectable={({ needsTwo }) => !needsTwo}
      selectionText={(rows) =>
        `共 ${moneyText(rows.reduce((fen, { amountFen }) => fen + amountFen, 0))}`
      }
      onApprove={(row) => void approve(row)}
      onReject={(row) => void reject(row)}
      panel={(key, row, close) =>
        row ? (
          <WithdrawalPanel row={row} onClose={close} />
        ) : (
          <Panel title={`提现 ${key}`} onClose={close}>
            <Empty title="不在待审列表里" text="可能已经处理，请到其他分类查看。" />
          </Panel>
        )
      }
      empty={{ title: "没有要审的提现", text: "小额由系统自动放行，新的会出现在这里。" }}
    />
  );
}
