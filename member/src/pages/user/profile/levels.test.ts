/** Tests the texts of a membership level: growth to the next level, end date and benefits. */
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

test("the missing growth to the next level is shown, and the highest level has no next one", () => {
  expect(nextLevelText(summary)).toBe("再得 1,520 成长值升黄金会员");
  expect(nextLevelText({ ...summary, grade: 3, growth: 3200 })).toBe("已是最高等级");
});

test("a level shows its end date and what is required to keep it", () => {
  expect(keptUntilText(summary)).toBe("保留到 2027-11-30，再得 320 成长值可续");
  expect(keptUntilText({ ...summary, toKeep: 0 })).toBe("保留到 2027-11-30，已达续级条件");
});

test("the lowest level cannot be lost", () => {
  const { keptUntil: _, ...lowest } = summary;
  expect(keptUntilText(lowest)).toBe("达到下一级的成长值就升级");
});

test("the card shows three benefits of the member's own level", () => {
  expect(rightsText(["会员价", "积分 1.2 倍", "升级券包", "生日礼"])).toBe(
    "会员价、积分 1.2 倍、升级券包",
  );
  expect(rightsText([])).toBeUndefined();
});
