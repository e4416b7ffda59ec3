/** Determines the actions that the maker of a batch has, by its state and its counts. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { stateNextText, openCodeCount } from "./batch-text.ts";

export type BatchAction =
  | "submit"
  | "resubmit"
  | "finish"
  | "freeze"
  | "resume"
  | "activate"
  | "extend"
  | "void";

/** Returns the next step. In a list it also names void requests that await a decision. */
export function nextStepText(batch: Batch, countsWaiting = false): string {
  if (countsWaiting && batch.waiting.some(({ isExpired }) => !isExpired)) {
    return "有作废申请等另一人决定";
  }
  if (batch.state !== "ready") return stateNextText(batch);
  return batch.isExpired ? "24 小时内没有人审核，请重新提交" : "已提交，等另一人审核";
}

/** Returns the actions in display order, without those that would change nothing. */
export function availableActions(batch: Batch): BatchAction[] {
  const { state, live, frozen, asleep, activation } = batch;
  if (state === "draft") return ["submit"];
  // A batch whose generation was interrupted is submitted again and continues where it stopped.
  if (state === "generating" || state === "failed") return ["finish"];
  const isApproved = state === "active" || state === "paused";
  if (!isApproved && state !== "ready") return [];
  const isOpen = openCodeCount(batch) > 0;
  const isSold = state === "active" && activation === "on_sale" && asleep > 0;
  return [
    ...(state === "ready" && batch.isExpired ? (["resubmit"] as const) : []),
    ...(isSold ? (["activate"] as const) : []),
    ...(isApproved && live > 0 ? (["freeze"] as const) : []),
    ...(isApproved && frozen > 0 ? (["resume"] as const) : []),
    ...(isOpen ? (["extend", "void"] as const) : []),
  ];
}
