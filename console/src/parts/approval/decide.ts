/** The prompts of an approval: agree, decline or take back, and pass on to a colleague. */
import { api, type OutputOf } from "../../api/client.ts";
import { moneyText } from "../format.ts";
import { askReason } from "../prompt/ask-reason.ts";
import { tell } from "../toast.tsx";
import { kinds } from "./kinds.ts";

export type ApprovalDetail = OutputOf<typeof api.operatorApprovals.detail>;

export const amountOf = ({ amountFen }: ApprovalDetail): string =>
  amountFen === undefined ? "" : ` ${moneyText(Math.abs(amountFen))}`;

/** The inbox and the page of the noun show what is decided. */
const reloadsOf = ({ kind }: ApprovalDetail) => [
  ["operatorApprovals"],
  ...kinds[kind].topics.map((topic) => [topic]),
];

export async function approve(detail: ApprovalDetail, onRevealed: (key: string) => void) {
  const { approvalId, etag, kind, title } = detail;
  const text = kinds[kind];
  const done = await askReason({
    op: api.operatorApprovals.approve,
    input: { approvalId, etag },
    title: "同意提议",
    effect: [title, text.effect],
    confirm: `${text.approve}${amountOf(detail)}`,
    look: "coral",
    reasonHelp: "您的意见进审计，提议人会看到",
    done: "已同意",
    reloads: reloadsOf(detail),
  });
  if (done?.revealed !== undefined) onRevealed(done.revealed);
}

export const decline = (detail: ApprovalDetail, isOwn: boolean) => {
  const { approvalId, etag, title } = detail;
  return askReason({
    op: api.operatorApprovals[isOwn ? "withdraw" : "reject"],
    input: { approvalId, etag },
    title: isOwn ? "撤回提议" : "不同意提议",
    effect: isOwn
      ? [title, "撤回后第二人不能再同意，可以重新提议"]
      : [title, "提议不执行，可以另提"],
    confirm: isOwn ? "撤回" : "不同意",
    look: "danger",
    ...(isOwn ? {} : { reasonHelp: "提议人会看到" }),
    done: isOwn ? "已撤回" : "已退回提议人",
    reloads: reloadsOf(detail),
  });
};

/** Names a colleague who may decide it; the others still may, so that it does not expire. */
export async function passOn(detail: ApprovalDetail): Promise<void> {
  const { approvalId, etag, title, assignee } = detail;
  const { list } = await api.operatorApprovals.colleagues({ approvalId });
  const choices = list
    .filter(({ id }) => id !== assignee?.id)
    .map(({ id, name }) => [id, name] as const);
  if (choices.length === 0) {
    tell("没有其他同事可以审批它");
    return;
  }
  await askReason({
    op: api.operatorApprovals.passOn,
    input: { approvalId, etag },
    title: "转给他人",
    effect: [title, "标为转给这位同事；其他有权的人仍可以审批，24 小时的期限不变"],
    fields: [{ kind: "choice", name: "toId", label: "同事", choices, isRequired: true }],
    confirm: "转给他人",
    done: "已转给同事",
    reloads: reloadsOf(detail),
  });
}
