/** Batches of codes, their void requests and their exports in the approvals inbox. */
import { countText, yuanText } from "../../../platform/amount-text.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { storedKind } from "../../approvals/actions.ts";
import type { ApprovalDetail, ApprovalKind, ApprovalSummary } from "../../approvals/port.ts";
import { approveBatch, rejectBatch, withdrawBatch } from "./approve.ts";
import { claimKey, shownExportKey } from "./export.ts";
import {
  type BatchApproval,
  type BatchApprovalKind,
  findBatchApproval,
  readBatchApprovals,
} from "./store/approvals.ts";
import { lockBatch } from "./store/change.ts";
import { findBatch } from "./store.ts";
import { VOID, voidHandler } from "./void.ts";

const permissions = ["exchange:approve"] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What all codes of the batch are worth, in fen; null when the face value is not known. */
const worthOf = ({ target, count }: BatchApproval): number | null => {
  const faceFen = target.faceFen ?? target.valueFen;
  return faceFen === undefined ? null : faceFen * count;
};

const titles = {
  code_batch: ({ name, count }: BatchApproval) => `${name}，${countText(count)} 张`,
  code_export: ({ name, count }: BatchApproval) => `${name}，${countText(count)} 张的明文导出`,
} as const;

function summaryOf(kind: BatchApprovalKind, batch: BatchApproval): ApprovalSummary {
  const { name, count: _count, target: _target, activation: _activation, ...row } = batch;
  const { usesPerCode: _uses, dealerFen: _dealer, ...summary } = row;
  const worth = { amountFen: worthOf(batch), beneficiary: null };
  return { ...summary, ...worth, title: titles[kind](batch), subject: name };
}

function batchChanges(batch: BatchApproval): ApprovalDetail["changes"] {
  const { target, count, activation, usesPerCode, dealerFen } = batch;
  const worthFen = worthOf(batch);
  return [
    { field: "批次", before: "待审核", after: activation === "now" ? "立即可兑换" : "分段激活" },
    { field: "兑换内容", before: "—", after: target.title },
    { field: "数量", before: "—", after: `${countText(count)} 张` },
    { field: "每张可用", before: "—", after: `${usesPerCode} 次` },
    { field: "有效期至", before: "—", after: shanghaiDay(target.validUntil) },
    { field: "面值合计", before: "—", after: worthFen === null ? "—" : yuanText(worthFen) },
    ...(dealerFen === null
      ? []
      : [{ field: "经销商应付", before: "—", after: yuanText(dealerFen * count) }]),
  ];
}

const exportChanges = ({ count }: BatchApproval): ApprovalDetail["changes"] => [
  { field: "导出文件", before: "制作人已下载，无法打开", after: "由复核人领取密钥并交付" },
  { field: "数量", before: "—", after: `${countText(count)} 张` },
];

const batchKind = (kind: BatchApprovalKind) =>
  ({
    permissions,
    list: async ({ clock }, db, query) => {
      const found = await readBatchApprovals(db, kind, { ...query, now: clock.sql() });
      return found.map((batch) => summaryOf(kind, batch));
    },
    async lock(_context, tx, ref) {
      if (UUID.test(ref)) await lockBatch(tx, ref);
    },
    async find({ clock }, db, { ref: batchId }) {
      if (!UUID.test(batchId)) return undefined;
      const batch = await findBatchApproval(db, kind, { batchId, now: clock.sql() });
      if (!batch) return undefined;
      const { target, count, activation, usesPerCode, dealerFen, maker, createdAt, state } = batch;
      const isLater = target.validUntil > clock.now().getTime();
      return {
        ...summaryOf(kind, batch),
        changes: kind === "code_batch" ? batchChanges(batch) : exportChanges(batch),
        postings: [],
        checks: [{ text: isLater ? "有效期未过" : "有效期已过", isGood: isLater }],
        evidence: [],
        agreed: { target, count, activation, usesPerCode, dealerFen, maker, createdAt, state },
      };
    },
  }) satisfies Partial<ApprovalKind>;

export const batchApprovals: ApprovalKind = {
  ...batchKind("code_batch"),
  actions: ["approve", "reject", "withdraw"],
  async decide(context, tx, { ref: batchId, action, actor, reason }) {
    if (action === "withdraw")
      await withdrawBatch(context, tx, { batchId, makerId: actor, reason });
    else {
      const decide = action === "approve" ? approveBatch : rejectBatch;
      await decide(context, tx, { batchId, checkerId: actor, reason });
    }
  },
};

/** Approving hands out the key of the maker's file, once; there is nothing to reject. */
export const exportApprovals: ApprovalKind = {
  ...batchKind("code_export"),
  actions: ["approve"],
  decide: (context, tx, { ref: batchId, actor: memberId }) =>
    claimKey(context, tx, { batchId, memberId }),
  async revealed(context, db, { ref, actor }) {
    if ((await findBatch(db, ref))?.exportKeyBy !== actor) throw new Refusal("EXPORT_KEY_TAKEN");
    return shownExportKey(context, ref);
  },
};

const serialText = (value: unknown): string => (typeof value === "number" ? String(value) : "—");

export const voidApprovals = storedKind({
  kind: VOID,
  permissions,
  handler: voidHandler,
  headlines: (_context, db, approvals) =>
    Promise.all(
      approvals.map(async ({ subject, payload }) => {
        const batch = await findBatch(db, subject);
        const range = `${serialText(payload["from"])}–${serialText(payload["to"])} 号`;
        const name = batch?.name ?? subject;
        return { title: `作废 ${name} ${range}`, subject: name, amountFen: null };
      }),
    ),
  async detail(_context, db, { subject, payload }) {
    const batch = await findBatch(db, subject);
    const range = `${serialText(payload["from"])}–${serialText(payload["to"])} 号`;
    return {
      changes: [
        { field: `兑换码 ${range}`, before: "可兑换", after: "作废，不能恢复" },
        { field: "已兑换", before: String(batch?.redeemed ?? 0), after: "不受影响" },
      ],
      postings: [],
      checks: [
        {
          text: `批次现有 ${batch?.live ?? 0} 张可兑换、${batch?.asleep ?? 0} 张待激活`,
          isGood: true,
        },
      ],
    };
  },
});
