/** 优惠券活动: budgets as bars, the review by a second person, and the three ways to stop. */
import { ownValue } from "@yunjing/contract/own-value";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, dayText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar, type Filter } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { fromOf, spanFilter, spanParser } from "../../parts/table/span-filter.ts";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";
import { CampaignForm, typeWords } from "./campaign-form.tsx";

type Row = Item<typeof api.operatorCampaigns.list>;
const states = {
  draft: ["outline", "草稿"],
  review: ["warn", "等第二人"],
  active: ["ok", "进行中"],
  paused: ["warn", "已暂停"],
  ended: ["sand", "已结束"],
  archived: ["sand", "已归档"],
} as const;
const SPEC = {
  state: oneOf("draft", "review", "active", "paused", "ended", "archived"),
  type: oneOf("amount", "percent", "exchange", "fixed_price"),
  span: spanParser,
  keyword: text(64),
  open: text(80),
};
const filters: readonly Filter<"state" | "type" | "span">[] = [
  {
    key: "state",
    label: "状态",
    choices: Object.entries(states).map(([state, [, word]]) => [state, word] as const),
  },
  { key: "type", label: "类型", choices: Object.entries(typeWords) },
  spanFilter("创建时间"),
];

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "活动", (row) => <TwoLines first={row.title} second={row.templateId} />),
  of.custom("type", "类型", ({ type }) => typeWords[type], { from: 1200 }),
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
  of.custom("budget", "预算（已用和预占）", ({ budgetFen, heldFen, spentFen }) => (
    <UsedBar
      used={spentFen + heldFen}
      total={budgetFen}
      text={
        budgetFen === undefined
          ? `${moneyText(spentFen + heldFen)}，不限`
          : `${moneyText(spentFen + heldFen)} / ${moneyText(budgetFen)}`
      }
    />
  )),
  of.state("status", "状态", states),
];

/** When members may claim: 不限, 到 2026-12-01, 2026-11-01 起. */
function claimText({ claimFrom, claimUntil }: Row): string {
  if (claimFrom === undefined)
    return claimUntil === undefined ? "不限" : `到 ${dayText(claimUntil)}`;
  const from = dayText(claimFrom);
  return claimUntil === undefined ? `${from} 起` : `${from} 至 ${dayText(claimUntil)}`;
}

/** What it takes off, and from which amount: 减 ¥5.00，满 ¥30.00. */
function faceText({ valueFen, percent, thresholdFen, type }: Row): string {
  const off =
    percent !== undefined
      ? ` ${percent / 10} 折`
      : valueFen === undefined
        ? ""
        : ` ${type === "fixed_price" ? "" : "减 "}${moneyText(valueFen)}`;
  return `${off}，${thresholdFen === undefined ? "无门槛" : `满 ${moneyText(thresholdFen)}`}`;
}

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
    stepUp: step === "approve" || step === "submit",
  });

const stops = [
  ["keep", "承诺过的都保留"],
  ["unclaimed", "不再发放，已领的可用"],
  ["unused", "未使用的全部作废"],
] as const;
const stopWords = new Map<string, string>(stops);

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
        choices: stops,
      },
    ],
    confirm: "停掉活动",
    look: "danger",
  });

const GIVEN_MAX = 200;

/** Gives members one coupon each; a number that is unknown stops all. */
async function give({ templateId, title }: Row) {
  const given = await askReason({
    op: api.operatorCampaigns.give,
    input: { templateId, ref: `console-${crypto.randomUUID()}` },
    title: "给会员发券",
    effect: [`「${title}」每人一张，立即进入卡包`, "占用活动的张数和预算"],
    fields: [
      {
        kind: "lines",
        name: "memberNos",
        label: "会员号",
        isRequired: true,
        help: `一行一个，最多 ${GIVEN_MAX} 个；有一个不存在就都不发`,
      },
    ],
    confirm: "发券",
    look: "coral",
    done: "已发券",
  });
  if (given) tell(`已发给 ${countText(given.given)} 位会员`);
}

function CampaignPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { status } = row;
  const [tone, word]: readonly [Tone, string] = ownValue(states, status) ?? ["outline", status];
  const isMine = row.makerId === currentOperator()?.uid;
  const mayDecide = may("campaigns:approve") && !isMine;
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone={tone}>{word}</StateTag>}
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
          {status === "active" && may("campaigns:give") && (
            <Button look="solid" onClick={() => void give(row)}>
              给会员发券
            </Button>
          )}
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
          ["类型", `${typeWords[row.type]}${faceText(row)}`],
          ["创建人", row.maker.name || EMPTY],
          ["同意人", row.checker?.name ?? EMPTY],
          ["领取时间", claimText(row)],
          ["领取", `${countText(row.claimed)} 张`],
          ["使用", `${countText(row.used)} 张`],
          ["已用预算", moneyText(row.spentFen)],
          ["预占", moneyText(row.heldFen)],
          ...(row.endedHow === undefined
            ? []
            : [["结束方式", stopWords.get(row.endedHow) ?? row.endedHow] as const]),
        ]}
        total={["预算", row.budgetFen === undefined ? "不限" : moneyText(row.budgetFen)]}
      />
    </Panel>
  );
}

export default function CampaignsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const [isCreating, setCreating] = useState(false);
  const { open: _open, span, ...rest } = values;
  const filter = { ...rest, ...(span && { from: fromOf(span) }) };
  return (
    <FixedPage>
      <PageHead
        title="优惠券活动"
        text="上线由另一位同意；停掉有三种方式，立即生效"
        actions={
          <Button look="solid" icon={<Plus />} onClick={() => setCreating(true)}>
            新建活动
          </Button>
        }
      />
      <ResourceTable
        title="优惠券活动"
        query={(paging) => apiQuery(api.operatorCampaigns.list, { ...filter, ...paging })}
        pageSize={50}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        filters={
          <FilterBar
            savedAs="campaigns"
            values={values}
            onChange={setSearch}
            filters={filters}
            placeholder="券名、活动编号"
          />
        }
        isFiltered={Object.keys(filter).length > 0}
        onClear={() =>
          setSearch({ state: undefined, type: undefined, span: undefined, keyword: undefined })
        }
        panel={(_key, row, close) => row && <CampaignPanel row={row} close={close} />}
        empty={{ title: "还没有活动", text: "新建草稿，提交后由另一位同意才开始发放。" }}
      />
      {isCreating && <CampaignForm onClose={() => setCreating(false)} />}
    </FixedPage>
  );
}
