/** Promises what a member reads of the level: how far the next is, until when this one is kept, what it gives. */
import type { LevelSummary } from "@yunjing/contract/schemas/levels";
import { expect, test } from "vitest";
import { keptUntilText, nextLevelText } from "./level-sheet.tsx";
import { rightsText } from "./membership.tsx";

const benefit = (name: string) => ({ icon: "points", name, text: "" });
const summary: LevelSummary = {
  grade: 2,
  growth: 1480,
  keptUntil: Date.UTC(2027, 10, 30, 4),
  toKeep: 320,
  levels: [
    { grade: 1, name: "普通会员", growthFrom: 0, benefits: [] },
    {
      grade: 2,
      name: "白银会员",
      growthFrom: 1000,
      benefits: ["会员价", "积分 1.2 倍", "升级券包", "生日礼"].map(benefit),
    },
    { grade: 3, name: "黄金会员", growthFrom: 3000, benefits: [] },
  ],
  rules: [],
  history: [],
};

test("the next level is so much growth away, and the highest has none", () => {
  expect(nextLevelText(summary)).toBe("再得 1,520 成长值升黄金会员");
  expect(nextLevelText({ ...summary, grade: 3, growth: 3200 })).toBe("已是最高等级");
});

test("a level says until when it is kept and what it takes to stay", () => {
  expect(keptUntilText(summary)).toBe("保留到 2027-11-30，再得 320 成长值可续");
  expect(keptUntilText({ ...summary, toKeep: 0 })).toBe("保留到 2027-11-30，已达续级条件");
});

test("the lowest level has nothing to lose", () => {
  const { keptUntil: _, ...lowest } = summary;
  expect(keptUntilText(lowest)).toBe("达到下一级的成长值就升级");
});

test("the card names three of the rights of the member's own level", () => {
  expect(rightsText(summary)).toBe("会员价、积分 1.2 倍、升级券包");
  expect(rightsText({ ...summary, grade: 1 })).toBeUndefined();
  expect(rightsText(undefined)).toBeUndefined();
});
