/** The states and targets of code batches in the operators' words and colours. */
import { worthOfUse } from "@yunjing/contract/batch-worth";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import type { Tone } from "../../parts/tag.tsx";

type State = OperatorBatch["state"];
export const stateWords = {
  draft: ["outline", "草稿"],
  generating: ["sea", "生成中"],
  failed: ["bad", "生成失败"],
  ready: ["warn", "待审"],
  active: ["ok", "可用"],
  paused: ["bad", "已冻结"],
  ended: ["sand", "已结束"],
  void: ["sand", "已作废"],
  rejected: ["plum", "已拒绝"],
} as const satisfies Record<State, readonly [Tone, string]>;

export const targetChoices = [
  ["meal", "套餐"],
  ["voucher", "点餐券"],
  ["benefit", "权益商品"],
  ["points", "积分"],
  ["balance", "余额"],
  ["coupon", "优惠券"],
  ["level", "会员等级"],
] as const;
export const targetIds = targetChoices.map(([id]) => id);

/** The codes that can still change: neither redeemed nor void. */
export const openCodes = ({ asleep, live, frozen }: OperatorBatch): number =>
  asleep + live + frozen;

/** The uses that are still to be redeemed, of live and sleeping codes. */
export const usesLeft = ({ asleep, live, frozen, usesPerCode, uses, redeemed }: OperatorBatch) =>
  usesPerCode === 1
    ? asleep + live + frozen
    : Math.max((asleep + live + frozen + redeemed) * usesPerCode - uses, 0);

/** What is still owed to holders of codes, in fen; undefined when the target has no amount. */
export function owedFen(batch: OperatorBatch): number | undefined {
  const worth = worthOfUse(batch.target);
  return worth === undefined ? undefined : worth * usesLeft(batch);
}
