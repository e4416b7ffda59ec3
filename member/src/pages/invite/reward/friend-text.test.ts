/** Tests the texts of a friend's reward and its appeal. */
import { expect, test } from "vitest";
import { appealLine, noteText } from "./friend-text.ts";

// 2026-12-18 16:30 in Shanghai.
const AT = Date.UTC(2026, 11, 18, 8, 30);
const appeal = { rewardId: "r", stateText: "申诉中" } as const;

test("a reward of an unfinished order shows what it waits for, a frozen reward its expected date", () => {
  const reason = "好友的订单完成后产生奖励";
  expect(noteText({ state: "ordered", stateText: "已下单", reason })).toBe(reason);
  expect(noteText({ state: "frozen", stateText: "待结算", expectedAt: AT })).toBe(
    "预计 2026-12-18 到账",
  );
});

test("an appeal shows its deadline, that it is pending, and why it was denied", () => {
  expect(appealLine({ ...appeal, state: "open", until: AT })).toBe("2026-12-18 前可申诉一次");
  expect(appealLine({ ...appeal, state: "waiting" })).toBe("已提交申诉，复核结果会通知你");
  const granted = { ...appeal, state: "granted", stateText: "申诉通过" } as const;
  expect(appealLine(granted)).toBe("申诉通过，奖励已恢复");
  const denied = { ...appeal, state: "denied", stateText: "申诉未通过" } as const;
  expect(appealLine({ ...denied, reply: "多个账号同一设备" })).toBe("申诉未通过：多个账号同一设备");
  expect(appealLine(denied)).toBe("申诉未通过");
});
