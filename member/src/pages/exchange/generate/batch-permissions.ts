/**
 * Determines the actions offered to a viewer for a batch by its state, its counts and its maker.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { stateNextText, openCodeCount } from "./batch-text.ts";

export type BatchViewer = {
  readonly uid: string | null;
  /** Holds `exchange:generate`. */
  readonly canMake: boolean;
  /** Holds `exchange:approve`. */
  readonly canApprove: boolean;
};

export type BatchAction =
  | "submit"
  | "resubmit"
  | "finish"
  | "approve"
  | "reject"
  | "freeze"
  | "resume"
  | "activate"
  | "extend"
  | "void";

/** Two-person approval: the maker of a batch cannot approve or reject it (domain.md 10). */
export const canDecideOn = ({ uid, canApprove }: BatchViewer, makerId: string): boolean =>
  canApprove && uid !== makerId;

/**
 * Returns the next step, worded for the viewer. In a list it also names void requests that await a
 * decision.
 */
export function nextStepText(batch: Batch, viewer: BatchViewer, countsWaiting = false): string {
  const waiting = batch.waiting.filter(({ isExpired }) => !isExpired);
  if (countsWaiting && waiting.length > 0) {
    const isMine = waiting.some(({ makerId }) => canDecideOn(viewer, makerId));
    return isMine ? "有作废申请等你决定" : "有作废申请等另一人决定";
  }
  if (batch.state !== "ready") return stateNextText(batch);
  if (batch.isExpired) {
    return viewer.uid === batch.makerId
      ? "24 小时内没有人审核，请重新提交"
      : "审核时间已过，等制作人重新提交";
  }
  return canDecideOn(viewer, batch.makerId)
    ? "等你审核，通过前兑换码不能用"
    : "已提交，等另一人审核";
}

/**
 * A batch whose review period is over can be rejected, or resubmitted by its maker, but not
 * approved.
 */
function decisionActions(batch: Batch, viewer: BatchViewer): BatchAction[] {
  if (batch.state !== "ready") return [];
  if (canDecideOn(viewer, batch.makerId))
    return batch.isExpired ? ["reject"] : ["approve", "reject"];
  const isMaker = viewer.canMake && viewer.uid === batch.makerId;
  return batch.isExpired && isMaker ? ["resubmit"] : [];
}

/** Returns the actions in display order, without those that would change nothing. */
export function availableActions(batch: Batch, viewer: BatchViewer): BatchAction[] {
  const { state, live, frozen, asleep, activation } = batch;
  const isMaker = viewer.canMake && viewer.uid === batch.makerId;
  if (state === "draft") return isMaker ? ["submit"] : [];
  // A batch whose generation was interrupted is submitted again and continues where it stopped.
  if (state === "generating" || state === "failed") return isMaker ? ["finish"] : [];
  const isApproved = state === "active" || state === "paused";
  if (!isApproved && state !== "ready") return [];
  const isOpen = openCodeCount(batch) > 0;
  const sells = state === "active" && activation === "on_sale" && asleep > 0 && viewer.canMake;
  return [
    ...decisionActions(batch, viewer),
    ...(sells ? (["activate"] as const) : []),
    ...(isApproved && live > 0 ? (["freeze"] as const) : []),
    ...(isApproved && frozen > 0 ? (["resume"] as const) : []),
    ...(isOpen ? (["extend", "void"] as const) : []),
  ];
}
