/** The withdrawals that wait for a first or a second person, with their checks as lights. */
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { useFresh } from "../../api/pulse.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";
import { WithdrawalList } from "./withdrawal-list.tsx";
import { personOf, type WithdrawalRow as Row } from "./withdrawal-words.ts";
import styles from "./withdrawals.module.css";

const LATE_MS = 2 * 3_600_000;

/** The operator has agreed first, so that another person decides. */
const isFirstMine = ({ firstReviewer, isFirstExpired }: Row): boolean =>
  !isFirstExpired && firstReviewer !== undefined && firstReviewer === currentOperator()?.uid;

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
    of.person("member", "会员", personOf),
    of.money("amountFen", "提现"),
    of.money("netFen", "到账"),
    of.custom("checks", "检查", (row) => <Lights row={row} />),
    of.custom("two", "复核", ({ needsTwo }) => (needsTwo ? <TwoPersons /> : EMPTY)),
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
    movesFen: row.amountFen,
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
    movesFen: rows.reduce((fen, { amountFen }) => fen + amountFen, 0),
    done: "已逐笔处理",
  });
  const skipped = answer?.list.filter(({ outcome }) => outcome !== "approved") ?? [];
  if (skipped.length > 0) tell(`${skipped.length} 笔没有批准，仍在列表里`);
}

function WithdrawalPanel(props: { readonly row: Row; readonly onClose: () => void }) {
  const { row, onClose } = props;
  const failed = failedChecks(row);
  // The second person decides on the card of the approval, where the first one takes it back.
  const isSecond = row.firstReviewer !== undefined && !row.isFirstExpired;
  return (
    <Panel
      title={`${personOf(row).name} 提现 ${moneyText(row.amountFen)}`}
      tags={failed.length > 0 && <StateTag tone="bad">{failed.length} 项不通过</StateTag>}
      text={`${row.withdrawalNo} · 到微信零钱`}
      onClose={onClose}
      foot={
        !isSecond && (
          <>
            <Button look="danger" onClick={() => void reject(row)}>
              拒绝，退回
            </Button>
            <Button look="coral" onClick={() => void approve(row)}>
              批准打款 {moneyText(row.netFen)}
            </Button>
          </>
        )
      }
    >
      <Presence place={`withdrawal.${row.withdrawalNo}`} />
      {row.firstReviewer !== undefined && (
        <Notice tone={row.isFirstExpired ? "warn" : "sea"}>
          {isFirstMine(row) ? "您" : row.first?.name || "一位同事"}已同意
          {row.isFirstExpired
            ? "，已过 24 小时，须重新批准"
            : row.firstExpiresAt !== undefined &&
              `，${timeText(row.firstExpiresAt)} 前等另一位同意`}
          。
        </Notice>
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
      <Section title="打款">
        <Facts
          rows={[
            ["会员", <MemberLink key="member" {...row.member} />],
            ["申请", timeText(row.createdAt)],
            ["提现", moneyText(row.amountFen)],
            ["手续费", moneyText(row.feeFen)],
          ]}
          total={["到账", moneyText(row.netFen)]}
        />
      </Section>
      {isSecond && <ApprovalCard kind="withdrawal" no={row.withdrawalNo} />}
    </Panel>
  );
}

export function WaitingList(props: { readonly tabs: ReactNode; readonly isSecond: boolean }) {
  const { tabs, isSecond } = props;
  const { topic, operation } = api.operatorWithdrawals.list;
  const fresh = useFresh("withdrawals", { topic, operation, unit: "笔新提现" });
  return (
    <WithdrawalList
      title={isSecond ? "待第二人" : "待审"}
      stage={isSecond ? "second" : "waiting"}
      pageSize={100}
      fresh={isSecond ? undefined : fresh}
      columns={columns}
      views={tabs}
      bulk={[{ label: "逐笔批准", look: "coral", run: approveMany }]}
      isSelectable={({ needsTwo }) => !needsTwo}
      selectionText={(rows) =>
        `共 ${moneyText(rows.reduce((fen, { amountFen }) => fen + amountFen, 0))}`
      }
      footText={(rows) =>
        rows.length > 0 &&
        `到账合计 ${moneyText(rows.reduce((fen, { netFen }) => fen + netFen, 0))}`
      }
      onApprove={(row) => !isFirstMine(row) && void approve(row)}
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
      empty={
        isSecond
          ? {
              title: "没有等第二人的提现",
              text: "超过单人额度的，第一位同意后在这里等另一位。",
            }
          : { title: "没有要审的提现", text: "小额由系统自动放行，新的会出现在这里。" }
      }
    />
  );
}
