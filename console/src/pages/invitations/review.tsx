/** 邀请审核: rewards that wait for a person, and appeals against rejected ones, the oldest first. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { useFresh } from "../../api/pulse.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, moneyText, pointsText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import { BindingList } from "./binding-list.tsx";

type Row = Item<typeof api.operatorInvitations.held>;
const SPEC = { tab: oneOf("rewards", "bindings"), open: text() };
const LATE_MS = 24 * 3_600_000;
const amountOf = ({ kind, amount }: Row): string =>
  kind === "points" ? pointsText(amount) : moneyText(amount);

const of = columnsOf<Row>();
const columns = [
  of.ago("createdAt", "等待", { lateMs: LATE_MS }),
  of.custom("amount", "奖励", (row) => amountOf(row), { align: "right" }),
  of.no("memberNo", "邀请人"),
  of.text("reason", "暂停原因"),
  of.custom("risk", "风险", ({ riskScore, riskReasons }) =>
    riskScore === undefined ? EMPTY : [`${riskScore} 分`, ...riskReasons].join("，"),
  ),
  of.custom("appeal", "类型", ({ appeal }) =>
    appeal === undefined ? (
      <StateTag tone="warn">待审</StateTag>
    ) : (
      <StateTag tone="sea">申诉</StateTag>
    ),
  ),
  of.custom("two", "复核", ({ needsTwo }) => needsTwo && <TwoPersons />, { align: "right" }),
];

function decide(row: Row, isYes: boolean) {
  const { rewardId, memberId } = row;
  const shared = {
    confirm: isYes ? `同意发放 ${amountOf(row)}` : "拒绝发放",
    look: isYes ? "coral" : "danger",
    reasonHelp: isYes ? "" : "会员会读到",
    effect: isYes
      ? [
          `奖励 ${amountOf(row)} 发给邀请人`,
          ...(row.needsTwo ? ["超过单人额度，还要另一位同意"] : []),
        ]
      : ["不发放，占用的预算释放"],
  } as const;
  if (row.appeal !== undefined)
    return askReason({
      ...shared,
      op: api.operatorInvitations.decideAppeal,
      input: { rewardId, memberId, isGranted: isYes },
      isProposed: isYes && row.needsTwo,
      title: isYes ? "同意申诉" : "驳回申诉",
    });
  return isYes
    ? askReason({
        ...shared,
        op: api.operatorInvitations.approveReward,
        input: { rewardId, memberId },
        isProposed: row.needsTwo,
        title: "发放奖励",
      })
    : askReason({
        ...shared,
        op: api.operatorInvitations.rejectReward,
        input: { rewardId, memberId },
        title: "拒绝奖励",
      });
}

function RewardPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  return (
    <Panel
      title={`奖励 ${amountOf(row)}`}
      tags={row.needsTwo && <TwoPersons />}
      onClose={close}
      foot={
        row.approvalId === undefined && (
          <>
            <Button look="danger" onClick={() => void decide(row, false)}>
              拒绝
            </Button>
            <Button look="coral" onClick={() => void decide(row, true)}>
              同意发放 {amountOf(row)}
            </Button>
          </>
        )
      }
    >
      <Presence place={`reward.${row.rewardId}`} />
      {row.approvalId !== undefined && (
        <Notice tone="sea">已有一位同意，等第二人在审批箱决定。</Notice>
      )}
      {row.appeal !== undefined && <Notice tone="sea">会员申诉：{row.appeal}</Notice>}
      <Facts
        rows={[
          ["邀请人", <MemberLink key="inviter" memberNo={row.memberNo} />],
          ["被邀请人", <MemberLink key="invitee" memberNo={row.inviteeNo} />],
          ["首单实付", moneyText(row.baseFen)],
          ["暂停原因", row.reason],
          [
            "风险",
            row.riskScore === undefined
              ? EMPTY
              : [`${row.riskScore} 分`, ...row.riskReasons].join("，"),
          ],
        ]}
        total={["成本", moneyText(row.costFen)]}
      />
    </Panel>
  );
}

function RewardList({ tabs }: { readonly tabs: ReactNode }) {
  const { topic, operation } = api.operatorInvitations.held;
  const fresh = useFresh("held", { topic, operation, unit: "笔新奖励" });
  return (
    <ResourceTable
      title="邀请审核"
      query={() => apiQuery(api.operatorInvitations.held, {})}
      columns={columns}
      rowKey={({ rewardId }) => rewardId}
      views={tabs}
      fresh={fresh}
      onApprove={(row) => row.approvalId === undefined && void decide(row, true)}
      onReject={(row) => row.approvalId === undefined && void decide(row, false)}
      panel={(_key, row, close) =>
        row ? (
          <RewardPanel row={row} close={close} />
        ) : (
          <Panel title="奖励" onClose={close}>
            <Empty title="不在待审里了" text="可能已经处理。" />
          </Panel>
        )
      }
      empty={{ title: "没有待审的奖励", text: "被风控暂停的奖励和申诉会出现在这里。" }}
    />
  );
}

export default function InviteReviewPage() {
  const [{ tab = "rewards" }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="邀请审核"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "rewards", label: "待审与申诉" },
        { id: "bindings", label: "邀请关系" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="邀请审核"
        text="被风控暂停的奖励和会员的申诉，最久的在前；邀请关系可以转出或解除"
      />
      {tab === "rewards" ? <RewardList tabs={tabs} /> : <BindingList tabs={tabs} />}
    </FixedPage>
  );
}
