/** Tests the actions offered for a batch: two-person approval, and no action without effect. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { expect, test } from "vitest";
import { type BatchViewer, nextStepText, availableActions } from "./batch-permissions.ts";
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
const maker: BatchViewer = { uid: "maker", canMake: true, canApprove: false };
const checker: BatchViewer = { uid: "checker", canMake: false, canApprove: true };

test("the maker of a batch cannot approve or reject it, even with both permissions", () => {
  const ready = batch({ state: "ready", asleep: 10, live: 0 });
  expect(availableActions(ready, checker)).toEqual(["approve", "reject", "extend", "void"]);
  expect(availableActions(ready, { ...maker, canApprove: true })).toEqual(["extend", "void"]);
});

test("the next step names the viewer when they must decide, and otherwise another person", () => {
  const ready = batch({ state: "ready", asleep: 10, live: 0 });
  expect(nextStepText(ready, checker)).toMatch("等你审核");
  expect(nextStepText(ready, { ...maker, canApprove: true })).toMatch("等另一人审核");
  const request = { approvalId: "a", kind: "void", from: 1, to: 2, reason: "错", at: 0 } as const;
  const time = { expiresAt: 1, isExpired: false };
  const waiting = batch({ waiting: [{ ...request, ...time, makerId: "checker" }] });
  expect(nextStepText(waiting, checker, true)).toMatch("等另一人决定");
  expect(nextStepText(waiting, { ...maker, canApprove: true }, true)).toMatch("等你决定");
});

test("a batch whose review expired can be resubmitted by its maker and approved by no one", () => {
  const late = batch({ state: "ready", asleep: 10, live: 0, isExpired: true });
  expect(availableActions(late, checker)).toEqual(["reject", "extend", "void"]);
  expect(availableActions(late, maker)).toEqual(["resubmit", "extend", "void"]);
  expect(nextStepText(late, checker)).toMatch("等制作人重新提交");
  expect(nextStepText(late, maker)).toMatch("请重新提交");
  expect(stateOf(late).text).toBe("审核已过期");
});

test("a failed batch without codes is generated again, one with codes continues where it stopped", () => {
  const failed = batch({ state: "failed", made: 0, live: 0 });
  expect(availableActions(failed, maker)).toEqual(["finish"]);
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
  expect(availableActions(batch(), maker)).toEqual(["freeze", "extend", "void"]);
  const paused = batch({ state: "paused", live: 0, frozen: 10 });
  expect(availableActions(paused, maker)).toEqual(["resume", "extend", "void"]);
  const asleep = batch({ activation: "on_sale", asleep: 10, live: 0 });
  expect(availableActions(asleep, maker)).toEqual(["activate", "extend", "void"]);
  expect(availableActions(asleep, checker)).toEqual(["extend", "void"]);
  expect(availableActions(batch({ live: 0, redeemed: 10 }), maker)).toEqual([]);
  expect(availableActions(batch({ state: "rejected", live: 0, asleep: 10 }), checker)).toEqual([]);
});

test("only the maker can submit a draft or finish an interrupted generation", () => {
  const draft = batch({ state: "draft", made: 0, live: 0 });
  expect(availableActions(draft, maker)).toEqual(["submit"]);
  expect(availableActions(draft, checker)).toEqual([]);
  const making = batch({ state: "generating", made: 4, live: 0 });
  expect(availableActions(making, maker)).toEqual(["finish"]);
  expect(availableActions(making, checker)).toEqual([]);
  const failed = batch({ state: "failed", made: 0, live: 0 });
  expect(availableActions(failed, maker)).toEqual(["finish"]);
  expect(availableActions(failed, checker)).toEqual([]);
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
