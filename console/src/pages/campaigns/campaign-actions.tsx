/** What operators do with a campaign as a whole: hand it on, decide, pause, stop, give, copy. */
import { ownValue } from "@yunjing/contract/own-value";
import { api, type Item } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { countText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import type { Tone } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";

type Row = Item<typeof api.operatorCampaigns.list>;

export const states = {
  draft: ["outline", "草稿"],
  review: ["warn", "等第二人"],
  active: ["ok", "进行中"],
  paused: ["warn", "已暂停"],
  ended: ["sand", "已结束"],
  archived: ["sand", "已归档"],
} as const;

/** The page where a draft is written, step by step; a new one without an id. */
export const wizardPath = (templateId?: string): string =>
  templateId === undefined ? "/campaigns/new" : `/campaigns/${templateId}/edit`;

export const stateOf = ({ status }: Row): readonly [Tone, string] =>
  ownValue(states, status) ?? ["outline", status];

type Step = "submit" | "pause" | "resume";
const steps: Readonly<Record<Step, { readonly title: string; readonly effect: string }>> = {
  submit: { title: "提交审核", effect: "24 小时内由另一位同意后开始" },
  pause: { title: "暂停领取", effect: "暂停期间不能领取，已领的照常使用" },
  resume: { title: "恢复领取", effect: "会员立即可以再领取" },
};

export const run = ({ templateId, title }: Pick<Row, "templateId" | "title">, step: Step) =>
  askReason({
    op: api.operatorCampaigns[step],
    input: { templateId },
    title: steps[step].title,
    effect: [title, steps[step].effect],
    confirm: steps[step].title,
    look: "solid",
  });

const stops = [
  ["keep", "承诺过的都保留"],
  ["unclaimed", "不再发放，已领的可用"],
  ["unused", "未使用的全部作废"],
] as const;
export const stopWords = new Map<string, string>(stops);

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
async function give({ templateId, title, size }: Row) {
  const each = size > 1 ? `一份，共 ${size} 张` : "一张";
  const given = await askReason({
    op: api.operatorCampaigns.give,
    input: { templateId, ref: `console-${crypto.randomUUID()}` },
    title: "给会员发券",
    effect: [`「${title}」每人${each}，立即进入卡包`, "占用活动的张数和预算"],
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

/** Proposes more budget or more coupons; another person agrees. */
export const raiseBudget = ({ templateId, title, budgetFen, total, size }: Row) =>
  askReason({
    op: api.operatorCampaigns.proposeBudget,
    input: { templateId },
    title: "追加预算",
    effect: [`「${title}」`, "另一位同意后立即加上，不能减回"],
    fields: [
      ...(budgetFen === undefined
        ? []
        : [{ kind: "money", name: "addFen", label: "追加预算" } as const]),
      ...(total === undefined
        ? []
        : [
            {
              kind: "number",
              name: "addCoupons",
              label: size > 1 ? "追加份数" : "追加张数",
              unit: size > 1 ? "份" : "张",
            } as const,
          ]),
    ],
    confirm: "提交追加",
    done: "已提交，等另一位同意",
    reloads: [["operatorCampaigns"], ["operatorApprovals"]],
  });

/** Makes a draft like it, and opens that. */
async function copy({ templateId, title }: Row, open: (path: string) => void): Promise<void> {
  const made = await askReason({
    op: api.operatorCampaigns.copy,
    input: { templateId },
    title: "复制为草稿",
    effect: [`照「${title}」建一份草稿，规则和限额相同，发放时间不带过去`],
    fields: [{ kind: "text", name: "newId", label: "新的活动编号", isRequired: true }],
    reasonField: false,
    confirm: "复制",
  });
  if (made) open(wizardPath(made.templateId));
}

/** The buttons that fit the campaign's state and the operator. */
export function CampaignButtons(props: {
  readonly row: Row;
  /** Opens a page of the console. */
  readonly open: (path: string, search?: Readonly<Record<string, string>>) => void;
}) {
  const { row, open } = props;
  const { status } = row;
  const isMine = row.makerId === currentOperator()?.uid;
  const isRunning = status === "active" || status === "paused";
  return (
    <>
      <Button onClick={() => void copy(row, open)}>复制</Button>
      {status === "draft" && isMine && (
        <Button onClick={() => open(wizardPath(row.templateId))}>修改草稿</Button>
      )}
      {isRunning && (
        <Button look="danger" onClick={() => void stop(row)}>
          停掉
        </Button>
      )}
      {status === "active" && <Button onClick={() => void run(row, "pause")}>暂停领取</Button>}
      {isRunning && (row.budgetFen !== undefined || row.total !== undefined) && (
        <Button onClick={() => void raiseBudget(row)}>追加预算</Button>
      )}
      {status === "active" && may("campaigns:give") && (
        <Button onClick={() => void give(row)}>给会员发券</Button>
      )}
      {status === "active" && (
        <Button
          look="solid"
          onClick={() => open("/sends", { form: "coupon", templateId: row.templateId })}
        >
          批量发券
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
    </>
  );
}
