/**
 * The prompts of a batch: submit, approve, freeze, resume, activate, extend, and propose a void.
 * The server says when the second factor must be proved again; the prompt asks for it then.
 */
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import { api } from "../../api/client.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { countText, dayText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";

const range: readonly FieldSpec[] = [
  { kind: "number", name: "from", label: "从序号", help: "不填则从第 1 张" },
  { kind: "number", name: "to", label: "到序号", help: "不填则到最后一张" },
];

export const submitBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.submit,
    input: { batchId: batch.batchId },
    title: batch.isExpired ? "重新提交审批" : "提交审批",
    effect: [
      `生成 ${countText(batch.count)} 张码，码在审批前不能兑换`,
      "24 小时内由另一人审批，本人不能审批",
    ],
    reasonField: false,
    confirm: "提交审批",
    look: "solid",
    done: "已提交，正在生成",
  });

export const rejectBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.reject,
    input: { batchId: batch.batchId },
    title: "拒绝批次",
    effect: ["这些码永远不能兑换"],
    confirm: "拒绝",
    look: "danger",
    done: "已拒绝",
  });

export const freezeBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.freeze,
    input: { batchId: batch.batchId },
    title: "冻结",
    effect: ["可用的和正在兑换的码立即停用", "整批冻结后批次为已冻结，恢复前都不能兑换"],
    fields: range,
    confirm: "冻结",
    look: "danger",
    done: "已冻结",
  });

export const resumeBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.resume,
    input: { batchId: batch.batchId },
    title: "恢复",
    effect: ["冻结的码恢复可用"],
    fields: range,
    confirm: "恢复",
    look: "coral",
    done: "已恢复",
  });

export const activateBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.activate,
    input: { batchId: batch.batchId },
    title: "激活",
    effect: ["所选序号的码可以兑换"],
    fields: range,
    confirm: "激活",
    look: "coral",
    done: "已激活",
  });

export const extendBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.extend,
    input: { batchId: batch.batchId },
    title: "延期",
    effect: [
      `现在到 ${dayText(batch.target.validUntil)}，只能改晚，不能改早`,
      "已兑和作废的码不变",
    ],
    fields: [{ kind: "instant", name: "validUntil", label: "延到", isRequired: true }],
    confirm: "延期",
    look: "coral",
    done: "已延期",
  });

export const voidBatch = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.void,
    input: { batchId: batch.batchId },
    title: "申请作废",
    effect: ["另一人同意后，所选的码永远不能兑换", "已兑的不受影响"],
    fields: range,
    confirm: "提交给第二人",
    look: "danger",
    done: "已提交，等第二人",
  });

export const takeKey = (batch: OperatorBatch) =>
  askReason({
    op: api.operatorBatches.exportKey,
    input: { batchId: batch.batchId },
    title: "领取密钥",
    effect: [
      "密钥只能领取一次、只显示一次，会记下是您领的",
      "请用和文件不同的方式交给制码人，例如当面或电话",
    ],
    confirm: "领取密钥",
    look: "coral",
    done: "密钥已显示",
  });
