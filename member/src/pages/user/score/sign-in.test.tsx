/** Tests the sign-in card: what it shows, and that it can be pressed once a day. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { expect, test, vi } from "vitest";
import { click, renderComponent, find } from "../../../components/testing.tsx";
import { SignInCard } from "./sign-in.tsx";

const signIn: PointsSummary["signIn"] = {
  isSigned: false,
  streak: 2,
  todayPoints: 3,
  days: [1, 2, 3, 4, 5, 6, 10].map((points, at) => ({
    day: `2026-11-${19 + at}`,
    points,
    state: at < 2 ? "signed" : at === 2 ? "today" : "coming",
  })),
};
const tasks: PointsSummary["tasks"] = [
  { id: "a", title: "设置昵称", text: "在设置里", points: 20, state: "open" },
  { id: "b", title: "领取优惠券", text: "在领券中心", points: 10, state: "done" },
];

const draw = (change: Partial<PointsSummary["signIn"]>, onSign = vi.fn()) =>
  renderComponent(
    <SignInCard
      signIn={{ ...signIn, ...change }}
      onSign={onSign}
      hasJustSigned={false}
      tasks={tasks}
      onTasks={vi.fn()}
    />,
  );

test("an open day shows its points and the points of the seventh day", async () => {
  const onSign = vi.fn();
  const { page, remove } = await draw({}, onSign);
  expect(page.textContent).toContain("连续签到 2 天");
  expect(page.textContent).toContain("第 7 天得 10 积分");
  await click(find(page, "button"));
  expect(onSign).toHaveBeenCalledOnce();
  await remove();
});

test("a signed day cannot be signed again", async () => {
  const onSign = vi.fn();
  const { page, remove } = await draw({ isSigned: true, streak: 3 }, onSign);
  const button = find(page, "button");
  expect(button.textContent).toContain("今日已签到");
  await click(button);
  expect(onSign).not.toHaveBeenCalled();
  await remove();
});

test("screen readers get every day with its state and points", async () => {
  const { page, remove } = await draw({});
  const days = [...page.querySelectorAll("ol li .sr-only")].map((day) => day.textContent);
  expect(days.slice(0, 4)).toEqual([
    "周四，已签到 1 积分",
    "周五，已签到 2 积分",
    "今天，今天可得 3 积分",
    "周日，可得 4 积分",
  ]);
  await remove();
});

test("only open tasks are counted", async () => {
  const { page, remove } = await draw({});
  expect(page.textContent).toContain("1 个可做，共 20 积分");
  await remove();
});
