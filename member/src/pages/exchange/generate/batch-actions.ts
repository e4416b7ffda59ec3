/**
 * The actions on a batch. Each first states its effect on the codes and returns true when it
 * succeeded.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatDate } from "../../../device/time.ts";
import { countText } from "../../../components/money.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { askNewExpiry, askRange, askReason, askSerials } from "./ask-range.ts";
import type { BatchAction } from "./batch-permissions.ts";
import { rangeText } from "./batch-text.ts";
import { submitBatch } from "./use-new-batch.ts";

const actionTexts: Readonly<Record<BatchAction, string>> = {
  submit: "提交审核",
  resubmit: "重新提交",
  finish: "接着生成",
  approve: "通过批次",
  reject: "驳回批次",
  freeze: "冻结",
  resume: "恢复",
  activate: "激活",
  extend: "延期",
  void: "作废",
};

/** A failed batch without codes begins anew; any other goes on where it stopped. */
const isRestart = ({ state, made }: Batch): boolean => state === "failed" && made === 0;

export const stepText = (step: BatchAction, batch: Batch): string =>
  step === "finish" && isRestart(batch) ? "重新生成" : actionTexts[step];

const doneTexts: Readonly<Record<BatchAction, string>> = {
  submit: "已提交审核",
  resubmit: "已重新提交审核",
  finish: "已全部生成，等另一人审核",
  approve: "已通过",
  reject: "已驳回",
  freeze: "已冻结",
  resume: "已恢复",
  activate: "已激活",
  extend: "已延期",
  void: "已申请，等另一人决定",
};

/** Shows a failure as a toast. The caller refetches the batch in either case. */
const runOrToast = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => true,
    async (failure: unknown) => {
      await toast(userMessageFor(failure), { kind: "failed" });
      return false;
    },
  );

async function submit({ batchId, count }: Batch): Promise<boolean> {
  const isSure = await confirm({
    title: "提交审核？",
    content: `提交后马上生成 ${countText(count)} 个兑换码，内容不能再改。另一人通过前不能用。`,
    confirmText: "生成并提交",
    tone: "main",
  });
  return isSure && runOrToast(submitBatch(batchId));
}

async function resubmit({ batchId, count }: Batch): Promise<boolean> {
  const isSure = await confirm({
    title: "重新提交审核？",
    content: `${countText(count)} 个兑换码不变，另一人有 24 小时审核。`,
    confirmText: "重新提交",
    tone: "main",
  });
  return isSure && runOrToast(submitBatch(batchId));
}

const finishText = (batch: Batch): string => {
  const { state, made, count } = batch;
  if (isRestart(batch)) return `重新生成 ${countText(count)} 个兑换码。`;
  const far = `已生成 ${countText(made)} / ${countText(count)}`;
  return state === "failed"
    ? `${far}，接着生成其余的，不会多生成。`
    : `${far}。数字不再增加时用它接上，不会多生成。`;
};

async function resumeGeneration(batch: Batch): Promise<boolean> {
  const text = stepText("finish", batch);
  const isSure = await confirm({
    title: `${text}？`,
    content: finishText(batch),
    confirmText: text,
  });
  return isSure && runOrToast(submitBatch(batch.batchId));
}

async function approve({ batchId, target, count, activation }: Batch): Promise<boolean> {
  const isSure = await confirm({
    title: "通过这一批？",
    content:
      activation === "now"
        ? "通过后兑换码立即可以兑换。"
        : "通过后兑换码仍未激活，售出时按序号激活。",
    rows: [
      { label: "兑换成", value: target.title },
      { label: "数量", value: `${countText(count)} 个` },
      { label: "有效期至", value: formatDate(target.validUntil) },
    ],
    cancelText: "再看看",
    confirmText: "通过",
    tone: "main",
  });
  return isSure && runOrToast(api.batches.approve({ batchId }));
}

type Ask = (batch: Batch) => Promise<boolean>;

const actionDialogs: Readonly<Record<BatchAction, Ask>> = {
  submit,
  resubmit,
  finish: resumeGeneration,
  approve,
  reject: ({ batchId }) =>
    askReason(
      { title: "驳回这一批", intro: "这些兑换码永远不会生效，不能撤回。", confirmText: "驳回" },
      (reason) => api.batches.reject({ batchId, reason }),
    ),
  freeze: (batch) =>
    askRange(
      batch,
      {
        title: "冻结兑换码",
        intro: "马上停用，正在兑换的也会中断；可以再恢复。选全部时整批暂停。",
        confirmText: "冻结",
      },
      (input) => api.batches.freeze({ batchId: batch.batchId, ...input }),
    ),
  resume: (batch) =>
    askRange(
      batch,
      { title: "恢复兑换码", intro: "冻结的兑换码马上可以再用。", confirmText: "恢复" },
      (input) => api.batches.resume({ batchId: batch.batchId, ...input }),
    ),
  activate: (batch) =>
    askSerials(
      batch,
      {
        title: "激活兑换码",
        intro: "这些序号的码马上可以兑换，激活后不能退回未激活。",
        confirmText: "激活",
      },
      (ends) => api.batches.activate({ batchId: batch.batchId, ...ends }),
    ),
  extend: (batch) =>
    askNewExpiry(
      batch,
      {
        title: "延长有效期",
        intro: `现在到 ${formatDate(batch.target.validUntil)}。未兑换、未作废的码一起延期，不能再改早。`,
        confirmText: "延期",
      },
      (input) => api.batches.extend({ batchId: batch.batchId, ...input }),
    ),
  void: (batch) =>
    askRange(
      batch,
      {
        title: "申请作废",
        intro:
          batch.state === "active"
            ? "另一人同意后永久不能用，已兑换的不受影响。同意前照常可用，要马上停用请先冻结。"
            : "另一人同意后永久不能用，已兑换的不受影响。",
        confirmText: "提交申请",
      },
      (input) => api.batches.void({ batchId: batch.batchId, ...input }),
    ),
};

/** Asks for confirmation and performs one action. Returns true when it succeeded. */
export async function runAction(step: BatchAction, batch: Batch): Promise<boolean> {
  const isDone = await actionDialogs[step](batch);
  if (isDone) void toast(doneTexts[step], { kind: "done" });
  return isDone;
}

type Waiting = Batch["waiting"][number];

/** Approves or rejects a void request; both need a reason. */
export async function decideVoidRequest(
  { batchId, count }: Batch,
  { approvalId, from, to }: Waiting,
  isAgreed: boolean,
): Promise<boolean> {
  const range = rangeText({ from, to }, count);
  const asking = isAgreed
    ? {
        title: "同意作废",
        intro: `${range}马上永久作废，不能撤回；已兑换的不受影响。`,
        confirmText: "同意作废",
      }
    : { title: "驳回作废申请", intro: `${range}保持原样。`, confirmText: "驳回" };
  const isDone = await askReason(asking, (reason) =>
    api.batches.decide({ batchId, approvalId, isAgreed, reason }),
  );
  if (isDone) void toast(isAgreed ? "已作废" : "已驳回", { kind: "done" });
  return isDone;
}
