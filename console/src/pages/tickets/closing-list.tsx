/** Accounts that are to be closed, what still stands in the way of each, and stopping one. */
import type { ReactNode } from "react";
import { obstacleWords } from "@yunjing/contract/shared-words";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorTickets.closings>;

const states = { cooling: ["sea", "冷静期"], waiting: ["warn", "有未完成事项"] } as const;
const of = columnsOf<Row>();
const columns = [
  of.person("member", "会员", ({ member }) => ({ name: member.nickname, second: member.memberNo })),
  of.state("state", "状态", states),
  of.custom("obstacles", "还有什么未完成", ({ obstacles }) =>
    obstacles.length === 0 ? "—" : obstacles.map(({ kind }) => obstacleWords[kind]).join("、"),
  ),
  of.instant("requestedAt", "申请于", { from: 1200 }),
  of.instant("dueAt", "到期注销"),
];

const stop = ({ closingId, member }: Row) =>
  askReason({
    op: api.operatorTickets.stopClosing,
    input: { closingId, memberNo: member.memberNo },
    title: "停止注销",
    effect: [
      `${member.nickname}（${member.memberNo}）的账号不再注销，可以照常使用`,
      "会员会收到通知，读到下面的原因；以后可以重新申请",
    ],
    confirm: "停止注销",
    look: "danger",
    reasonHelp: "会员会读到",
    done: "已停止注销",
  });

function ClosingPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { member, state, requestedAt, dueAt, obstacles } = row;
  return (
    <Panel
      title={`注销申请 ${member.nickname}`}
      tags={<StateTag tone={states[state][0]}>{states[state][1]}</StateTag>}
      text={member.memberNo}
      label={`注销申请 ${member.memberNo}`}
      onClose={close}
      foot={
        <Button look="danger" onClick={() => void stop(row)}>
          停止注销
        </Button>
      }
    >
      {state === "waiting" && (
        <Notice tone="warn">已到期，还有未完成的事项；完成后系统会自动注销。</Notice>
      )}
      <Section title="还有什么未完成">
        {obstacles.length === 0 ? (
          <p>没有，到期后自动注销。</p>
        ) : (
          <ul>
            {obstacles.map(({ kind }) => (
              <li key={kind}>{obstacleWords[kind]}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="申请">
        <Facts
          rows={[
            ["会员", <MemberLink key="member" {...member} />],
            ["申请于", timeText(requestedAt)],
            ["到期注销", timeText(dueAt)],
          ]}
        />
      </Section>
    </Panel>
  );
}

export const ClosingList = ({ tabs }: { readonly tabs: ReactNode }) => (
  <ResourceTable
    title="注销申请"
    query={() => apiQuery(api.operatorTickets.closings, {})}
    columns={columns}
    rowKey={({ closingId }) => closingId}
    views={tabs}
    panel={(_key, row, close) =>
      row ? (
        <ClosingPanel row={row} close={close} />
      ) : (
        <Panel title="注销申请" onClose={close}>
          <Empty title="不在列表里" text="可能已经撤回、停止或注销。" />
        </Panel>
      )
    }
    empty={{ title: "没有注销申请", text: "会员申请注销后，冷静期内会列在这里。" }}
  />
);
