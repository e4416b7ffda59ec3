/** Tests the actions that the maker of a batch has: no approval, and no action without effect. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { expect, test } from "vitest";
import { nextStepText, availableActions } from "./available-actions.ts";
import { stepText } from "./batch-actions.ts";
import { pollDelayMs, stateNextText, percentOf, rangeText, stateOf } from "./batch-text.ts";

const batch = (changes: Partial<Batch> = {}): Batch => ({
  batchId: "b",
  name: "批次",
  origin: "own",
  state: "active",
  activation: "now",
  target: { target: "points", title: "500 积分", points: 500, validUntil: 1 },
  count: 10,
  made: 10,
  asleep: 0,
  live: 10,
  frozen: 0,
  void: 0,
  redeemed: 0,
  expired: 0,
  uses: 0,
  usesPerCode: 1,
  perMember: 1,
  waiting: [],
  note: "",
  makerId: "maker",
  createdAt: 0,
  isExpired: false,
  isExportExpired: false,
  ...changes,
});
test("a batch that waits for another person can be extended and voided, and nothing else", () => {
  const ready = batch({ state: "ready", asleep: 10, live: 0 });
  expect(availableActions(ready)).toEqual(["extend", "void"]);
  expect(nextStepText(ready)).toBe("已提交，等另一人审核");
});

test("the list names a request to void codes until it is decided or its time is over", () => {
  const request = { approvalId: "a", kind: "void", from: 1, to: 2, reason: "错", at: 0 } as const;
  const asked = { ...request, expiresAt: 1, makerId: "maker" };
  const open = batch({ waiting: [{ ...asked, isExpired: false }] });
  expect(nextStepText(open, true)).toBe("有作废申请等另一人决定");
  expect(nextStepText(open)).toBe("兑换码可以使用");
  const late = batch({ waiting: [{ ...asked, isExpired: true }] });
  expect(nextStepText(late, true)).toBe("兑换码可以使用");
});

test("a batch whose review expired can be submitted again", () => {
  const late = batch({ state: "ready", asleep: 10, live: 0, isExpired: true });
  expect(availableActions(late)).toEqual(["resubmit", "extend", "void"]);
  expect(nextStepText(late)).toBe("24 小时内没有人审核，请重新提交");
  expect(stateOf(late).text).toBe("审核已过期");
});

test("a failed batch without codes is generated again, one with codes continues where it stopped", () => {
  const failed = batch({ state: "failed", made: 0, live: 0 });
  expect(availableActions(failed)).toEqual(["finish"]);
  expect(stepText("finish", failed)).toBe("重新生成");
  expect(stepText("finish", batch({ state: "failed", made: 4, live: 0 }))).toBe("接着生成");
  expect(stepText("finish", batch({ state: "generating", made: 0, live: 0 }))).toBe("接着生成");
});

test("an approved batch says that its codes can be used only while there are such codes", () => {
  expect(stateNextText(batch())).toBe("兑换码可以使用");
  expect(stateNextText(batch({ live: 0, redeemed: 10 }))).toBe("没有可以兑换的码了");
  expect(stateNextText(batch({ live: 0, frozen: 10 }))).toBe("兑换码已冻结，恢复后才能兑换");
  expect(stateNextText(batch({ live: 0, asleep: 10 }))).toBe("已通过审核，售出后按序号激活");
});

test("the actions depend on the state of the codes: active, frozen, inactive or ended", () => {
  expect(availableActions(batch())).toEqual(["freeze", "extend", "void"]);
  const paused = batch({ state: "paused", live: 0, frozen: 10 });
  expect(availableActions(paused)).toEqual(["resume", "extend", "void"]);
  const asleep = batch({ activation: "on_sale", asleep: 10, live: 0 });
  expect(availableActions(asleep)).toEqual(["activate", "extend", "void"]);
  expect(availableActions(batch({ live: 0, redeemed: 10 }))).toEqual([]);
  expect(availableActions(batch({ state: "rejected", live: 0, asleep: 10 }))).toEqual([]);
});

test("a draft is submitted, and an interrupted generation is finished", () => {
  expect(availableActions(batch({ state: "draft", made: 0, live: 0 }))).toEqual(["submit"]);
  expect(availableActions(batch({ state: "generating", made: 4, live: 0 }))).toEqual(["finish"]);
  expect(availableActions(batch({ state: "failed", made: 0, live: 0 }))).toEqual(["finish"]);
});

test("a progress bar shows a started share as at least 1% and an unfinished one as at most 99%", () => {
  expect([0, 1, 500, 99_999, 100_000].map((part) => percentOf(part, 100_000))).toEqual([
    0, 1, 1, 99, 100,
  ]);
  expect(percentOf(0, 0)).toBe(0);
});

test("a batch being generated is polled at growing intervals of at most eight seconds", () => {
  const waits = Array.from({ length: 12 }, (_, index) => pollDelayMs(index + 1));
  expect(waits[0]).toBe(600);
  expect(waits).toEqual(waits.toSorted((left, right) => left - right));
  expect(waits.at(-1)).toBe(8_000);
});

test("a range that covers the whole batch is shown as all codes", () => {
  expect(rangeText({ from: 1, to: 10 }, 10)).toBe("全部 10 个");
  expect(rangeText({ from: 3, to: 5 }, 10)).toBe("第 3–5 号");
});
