/** 优惠券活动: budgets as bars, the review by a second person, and the three ways to stop. */
import { api, apiQuery, type Item } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorCampaigns.list>;
const states = {
  draft: ["outline", "草稿"],
  review: ["warn", "等第二人"],
  active: ["ok", "进行中"],
  paused: ["warn", "已暂停"],
  ended: ["sand", "已结束"],
  archived: ["sand", "已归档"],
} as const;

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "活动", (row) => <TwoLines first={row.title} second={row.templateId} />),
  of.custom(
    "claimed",
    "领取 / 总数",
    ({ claimed, total }) =>
      `${countText(claimed)} / ${total === undefined ? "不限" : countText(total)}`,
    { align: "right" },
  ),
  of.custom(
    "used",
    "使用率",
    ({ used, claimed }) => (claimed === 0 ? EMPTY : `${((used / claimed) * 100).toFixed(0)}%`),
    { align: "right" },
  ),
  of.progress("budget", "预算", ({ budgetFen, heldFen, spentFen }) => ({
    used: spentFen + heldFen,
    total: budgetFen ?? 0,
    label:
      budgetFen === undefined
        ? `已用 ${moneyText(spentFen)}，不限预算`
        : `已用 ${moneyText(spentFen)}，预占 ${moneyText(heldFen)}，共 ${moneyText(budgetFen)}`,
  })),
  of.money("spentFen", "已用", { from: 1200 }),
  of.state("status", "状态", states),
];

type Step = "submit" | "approve" | "reject" | "pause" | "resume";
const steps: Readonly<Record<Step, { readonly title: string; readonly effect: string }>> = {
  submit: { title: "提交审核", effect: "24 小时内由另一位同意后开始" },
  approve: { title: "同意上线", effect: "会员立即可以领取" },
  reject: { title: "退回", effect: "退回给提交人修改" },
  pause: { title: "暂停领取", effect: "暂停期间不能领取，已领的照常使用" },
  resume: { title: "恢复领取", effect: "会员立即可以再领取" },
};

const run = ({ templateId, title }: Row, step: Step) =>
  askReason({
    op: api.operatorCampaigns[step],
    input: { templateId },
    title: steps[step].title,
    effect: [title, steps[step].effect],
    confirm: steps[step].title,
    look: step === "approve" ? "coral" : step === "reject" ? "danger" : "solid",
    stepUp: step === "approve",
  });

const stop = ({ templateId, title }: Row) =>
  askReason({
    op: api.operatorCampaigns.stop,
    input: { templateId },
    title: "停掉活动",
    effect: [title, "停掉后不能恢复"],
    fields: [
      {
        kind: "choice",
        name: "how",
        label: "已发的券",
        isRequired: true,
        choices: [
          ["keep", "承诺过的都保留"],
          ["unclaimed", "不再发放，已领的可用"],
          ["unused", "未使用的全部作废"],
        ],
      },
    ],
    confirm: "停掉活动",
    look: "danger",
  });

function CampaignPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { status } = row;
  const isMine = row.makerId === currentOperator()?.uid;
  const mayDecide = may("campaigns:approve") && !isMine;
  return (
    <Panel
      title={row.title}
      text={row.templateId}
      onClose={close}
      foot={
        <>
          {(status === "active" || status === "paused") && (
            <Button look="danger" onClick={() => void stop(row)}>
              停掉
            </Button>
          )}
          {status === "active" && <Button onClick={() => void run(row, "pause")}>暂停领取</Button>}
          {status === "paused" && (
            <Button look="solid" onClick={() => void run(row, "resume")}>
              恢复领取
            </Button>
          )}
          {(status === "draft" || (status === "review" && row.isExpired)) && isMine && (
            <Button look="solid" onClick={() => void run(row, "submit")}>
              提交审核
            </Button>
          )}
          {status === "review" && !row.isExpired && mayDecide && (
            <>
              <Button look="danger" onClick={() => void run(row, "reject")}>
                退回
              </Button>
              <Button look="coral" onClick={() => void run(row, "approve")}>
                同意上线
              </Button>
            </>
          )}
        </>
      }
    >
      {status === "review" && (
        <Notice tone={row.isExpired ? "warn" : "sea"}>
          {row.isExpired
            ? "审核已过期，提交人可以重新提交。"
            : `等第二人同意${row.expiresAt === undefined ? "" : `，${timeText(row.expiresAt)} 前有效`}。`}
        </Notice>
      )}
      <Facts
        rows={[
          ["领取", countText(row.claimed)],
          ["使用", countText(row.used)],
          ["已用预算", moneyText(row.spentFen)],
          ["预占", moneyText(row.heldFen)],
          ["结束方式", row.endedHow ?? EMPTY],
        ]}
        total={["预算", row.budgetFen === undefined ? "不限" : moneyText(row.budgetFen)]}
      />
    </Panel>
  );
}

export default function CampaignsPage() {
  return (
    <FixedPage>
      <PageHead title="优惠券活动" text="上线由另一位同意；停掉有三种方式，立即生效" />
      <ResourceTable
        title="优惠券活动"
        query={() => apiQuery(api.operatorCampaigns.list, {})}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        panel={(_key, row, close) => row && <CampaignPanel row={row} close={close} />}
        empty={{ title: "还没有活动" }}
      />
    </FixedPage>
  );
}
