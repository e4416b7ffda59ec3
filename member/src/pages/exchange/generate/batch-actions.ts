/**
 * The actions on a batch. Each first states its effect on the codes and returns true when it
 * succeeded.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { dealerApi } from "../../../dealer-api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatDate } from "../../../device/time.ts";
import { countText, moneyText } from "../../../components/money.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { askNewExpiry, askRange, askSerials } from "./ask-range.ts";
import type { BatchAction } from "./available-actions.ts";
import { chargeRows, currentDealer } from "./dealer-charge.tsx";
import { submitBatch } from "./use-new-batch.ts";

const actionTexts: Readonly<Record<BatchAction, string>> = {
  submit: "提交审核",
  resubmit: "重新提交",
  finish: "接着生成",
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

async function submit(batch: Batch): Promise<boolean> {
  const { batchId, count, activation } = batch;
  const dealer = await currentDealer();
  const isSure = await confirm({
    title: "提交审核？",
    content: `提交后马上生成 ${countText(count)} 个兑换码，内容不能再改。另一人通过前不能用。`,
    rows: chargeRows(dealer, { batch, activation }),
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

/** What an activation adds to what the dealer owes; empty for our own staff. */
const activationPrice = ({ dealer }: Batch): string =>
  dealer ? `每激活 1 个，应付增加 ${moneyText(dealer.priceFen, "exact")}。` : "";

type Ask = (batch: Batch) => Promise<boolean>;

const actionDialogs: Readonly<Record<BatchAction, Ask>> = {
  submit,
  resubmit,
  finish: resumeGeneration,
  freeze: (batch) =>
    askRange(
      batch,
      {
        title: "冻结兑换码",
        intro: "马上停用，正在兑换的也会中断；可以再恢复。选全部时整批暂停。",
        confirmText: "冻结",
      },
      (input) => dealerApi.batches.freeze({ batchId: batch.batchId, ...input }),
    ),
  resume: (batch) =>
    askRange(
      batch,
      { title: "恢复兑换码", intro: "冻结的兑换码马上可以再用。", confirmText: "恢复" },
      (input) => dealerApi.batches.resume({ batchId: batch.batchId, ...input }),
    ),
  activate: (batch) =>
    askSerials(
      batch,
      {
        title: "激活兑换码",
        intro: `这些序号的码马上可以兑换，激活后不能退回未激活。${activationPrice(batch)}`,
        confirmText: "激活",
      },
      (ends) => dealerApi.batches.activate({ batchId: batch.batchId, ...ends }),
    ),
  extend: (batch) =>
    askNewExpiry(
      batch,
      {
        title: "延长有效期",
        intro: `现在到 ${formatDate(batch.target.validUntil)}。未兑换、未作废的码一起延期，不能再改早。`,
        confirmText: "延期",
      },
      (input) => dealerApi.batches.extend({ batchId: batch.batchId, ...input }),
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
      (input) => dealerApi.batches.void({ batchId: batch.batchId, ...input }),
    ),
};

/** Asks for confirmation and performs one action. Returns true when it succeeded. */
export async function runAction(step: BatchAction, batch: Batch): Promise<boolean> {
  const isDone = await actionDialogs[step](batch);
  if (isDone) void toast(doneTexts[step], { kind: "done" });
  return isDone;
}
