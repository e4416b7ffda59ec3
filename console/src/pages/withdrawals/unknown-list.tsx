/** Transfers with an unknown result: ask again under the same number, recall, or propose an end. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, Instant, No } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { alarmText, channelText, personOf, stateWords } from "./withdrawal-words.ts";

type Row = Item<typeof api.operatorWithdrawals.unknown>;
const LATE_MS = 24 * 3_600_000;

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.ago("sentAt", "等待", { lateMs: LATE_MS }),
    of.no("withdrawalNo", "提现单"),
    of.person("member", "会员", personOf, { from: 1200 }),
    of.money("netFen", "金额"),
    of.custom("word", "渠道返回", ({ word }) => channelText(word)),
    of.custom("alarm", "异常", ({ alarm }) =>
      alarm === undefined ? EMPTY : <StateTag tone="bad">{alarmText(alarm)}</StateTag>,
    ),
    of.custom("looks", "已查", ({ looks }) => `${looks} 次`, { align: "right" }),
    of.instant("nextLookAt", "下次自动查", { from: 1200 }),
  ];
})();

const ask = (row: Row, what: "retry" | "recall") =>
  askReason({
    op: api.operatorWithdrawals[what],
    input: { withdrawalNo: row.withdrawalNo },
    title: what === "retry" ? "向微信查单" : "请求撤回",
    effect:
      what === "retry"
        ? [`用原单号 ${row.outBillNo} 查询，不会再转一次`]
        : ["会员还没有确认收款的，向微信请求撤回", "撤回成功后，钱退回会员的奖励金"],
    confirm: what === "retry" ? "立即查单" : "请求撤回",
  });

const settle = (row: Row) =>
  askReason({
    op: api.operatorWithdrawals.settle,
    input: { withdrawalNo: row.withdrawalNo },
    title: "提议定案",
    effect: [
      `渠道已经查不到 ${row.outBillNo}，按商户账单提议结果`,
      "另一位同意后生效：已付不再退，未付退回会员",
    ],
    fields: [
      {
        kind: "choice",
        name: "found",
        label: "商户账单上的结果",
        isRequired: true,
        choices: [
          ["paid", `已付 ${moneyText(row.netFen)}`],
          ["failed", `未付，退回 ${moneyText(row.netFen)}`],
        ],
      },
    ],
    confirm: "提交给第二人",
    done: "已提交，等第二人",
  });

export function UnknownList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="结果未知"
      query={() => apiQuery(api.operatorWithdrawals.unknown, {})}
      columns={columns}
      rowKey={({ withdrawalNo }) => withdrawalNo}
      views={tabs}
      panel={(key, row, close) => (
        <Panel
          title={`提现 ${key}`}
          onClose={close}
          foot={
            row && (
              <>
                <Button onClick={() => void settle(row)}>提议定案</Button>
                <Button onClick={() => void ask(row, "recall")}>请求撤回</Button>
                <Button look="solid" onClick={() => void ask(row, "retry")}>
                  立即查单
                </Button>
              </>
            )
          }
        >
          {row ? (
            <>
              <Presence place={`withdrawal.${row.withdrawalNo}`} />
              <Notice tone="warn">结果未知，不是失败。只用原单号查询，不能再转一次。</Notice>
              {row.alarm !== undefined && (
                <Notice tone="bad">
                  {alarmText(row.alarm)}。系统已停止自动处理，请核对商户后台的账单后提议定案。
                </Notice>
              )}
              <Facts
                rows={[
                  ["会员", <MemberLink key="member" {...row.member} />],
                  ["商户单号", <No key="no" value={row.outBillNo} />],
                  ["状态", stateWords[row.state]?.[1] ?? row.state],
                  ["渠道返回", channelText(row.word)],
                  ["提交于", <Instant key="sent" at={row.sentAt} />],
                  ["已自动查", `${row.looks} 次`],
                  [
                    "下次自动查",
                    row.nextLookAt === undefined ? (
                      EMPTY
                    ) : (
                      <Instant key="next" at={row.nextLookAt} />
                    ),
                  ],
                ]}
                total={["金额", moneyText(row.netFen)]}
              />
            </>
          ) : (
            <Empty title="已经有结果" text="它不在结果未知里了。" />
          )}
        </Panel>
      )}
      empty={{ title: "没有结果未知的提现", text: "超过时间没有结果的会出现在这里。" }}
    />
  );
}
