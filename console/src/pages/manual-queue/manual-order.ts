/** An order of the manual queue, which no supplier has decided, and the words of its states. */
import type { api, Item } from "../../api/client.ts";

export type ManualOrder = Item<typeof api.operatorDesk.list>;

/** The states in which a supplier order has no definite result. */
export const openStates: readonly (readonly [state: string, word: string])[] = [
  ["CREATED", "待提交"],
  ["SENT", "已提交"],
  ["ACCEPTED", "处理中"],
  ["UNKNOWN", "结果未知"],
];

export const stateWord = (state: string): string =>
  openStates.find(([one]) => one === state)?.[1] ?? state;
