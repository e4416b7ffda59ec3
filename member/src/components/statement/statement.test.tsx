/**
 * Tests what a statement shows: months with their sums, lines with their sign, pending lines, and
 * links.
 */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import { describe, expect, test } from "vitest";
import type { InfiniteListQuery } from "../infinite-list.tsx";
import { renderComponent, find } from "../testing.tsx";
import { groupsOf, monthsBefore } from "./statement-groups.ts";
import { changeText, monthText, causeLink, whenText } from "./statement-text.ts";
import { Statement } from "./statement.tsx";

/** 2026-11-21 12:15 in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4, 15);

const line = (change: Partial<StatementEntry>): StatementEntry => ({
  id: "1",
  type: "earn_sign",
  title: "每日签到",
  change: 4,
  after: 3260,
  state: "booked",
  month: "2026-11",
  at: NOON,
  ...change,
});

const pending: StatementEntry = {
  id: "p",
  type: "earn_order",
  title: "订单完成，积分待入账",
  change: 120,
  state: "pending",
  dueAt: Date.UTC(2026, 10, 28, 4),
  month: "2026-11",
  at: NOON,
};

const lines: readonly StatementEntry[] = [
  pending,
  line({}),
  line({
    id: "2",
    title: "积分兑换",
    change: -880,
    after: 3256,
    cause: { kind: "order", no: "202611200002" },
  }),
  line({ id: "3", title: "积分到期", change: -40, after: 4136, month: "2026-10" }),
];

type Month = { readonly month: string; readonly earned: number };

const still: Omit<InfiniteListQuery<StatementEntry>, "data"> = {
  isPending: false,
  isLoadingError: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve(),
  refetch: () => Promise.resolve(),
};

const draw = (list: readonly StatementEntry[], unit: "points" | "fen" = "points") => {
  const months: readonly Month[] = [{ month: "2026-11", earned: 1234 }];
  return renderComponent(
    <Statement
      unit={unit}
      label="积分明细"
      query={{ ...still, data: { pages: [{ list, months }] } }}
      sumsOf={({ earned }) => [{ name: "获得", amount: earned }]}
      empty={<p>还没有积分记录</p>}
      errorNote="积分没有变化"
    />,
  );
};

describe("a statement", () => {
  test("shows pending lines first, with their due day, and then each month", async () => {
    const { page, remove } = await draw(lines);
    const titles = [...page.querySelectorAll("h2")].map((title) => title.textContent);
    expect(titles).toEqual(["待入账", "2026 年 11 月", "2026 年 10 月"]);
    const waiting = find(page, "section[aria-label=待入账]");
    expect(waiting.textContent).toBe("待入账订单完成，积分待入账预计 11-28 到账+120");
    expect(find(waiting, "[data-tone]").dataset["tone"]).toBe("waits");
    await remove();
  });

  test("shows the sums of the months that have them, and none for others", async () => {
    const { page, remove } = await draw(lines);
    const sums = [...page.querySelectorAll("dl")].map((sum) => sum.textContent);
    expect(sums).toEqual(["获得1,234"]);
    await remove();
  });

  test("shows each change with its sign and the balance afterwards", async () => {
    const { page, remove } = await draw(lines);
    const november = find(page, "section[aria-label='2026 年 11 月']");
    expect(november.textContent).toContain("+4");
    expect(november.textContent).toContain("−880");
    expect(november.textContent).toContain("剩 3,256");
    await remove();
  });

  test("links a line to its order, and links nothing where there is none", async () => {
    const { page, remove } = await draw(lines.slice(1, 3));
    const ways = [...page.querySelectorAll("a")].map((way) => way.getAttribute("href"));
    expect(ways).toEqual(["/pages/exchange/ordetail?orderNo=202611200002"]);
    await remove();
  });

  test("shows which part of the money it was and that an order holds it", async () => {
    const { page, remove } = await draw(
      [line({ part: "赠送", change: -1250, after: 300, state: "held" })],
      "fen",
    );
    expect(page.textContent).toContain("赠送占用中");
    expect(page.textContent).toContain("−¥12.50");
    expect(page.textContent).toContain("剩 ¥3.00");
    await remove();
  });

  test("shows its empty state when nothing has ever changed", async () => {
    const { page, remove } = await draw([]);
    expect(page.textContent).toBe("还没有积分记录");
    await remove();
  });
});

describe("the texts of a statement", () => {
  test("a gain has a plus, a loss the true minus sign, in points and in yuan", () => {
    expect(changeText(1200, "points")).toBe("+1,200");
    expect(changeText(-880, "points")).toBe("−880");
    expect(changeText(990, "fen")).toBe("+¥9.90");
    expect(changeText(-990, "fen")).toBe("−¥9.90");
  });

  test("a month is formatted as text, and an instant in Shanghai time", () => {
    expect(monthText("2026-03")).toBe("2026 年 3 月");
    expect(whenText(line({}))).toBe("11-21 12:15");
    expect(whenText(line({ state: "pending" }))).toBe("待入账");
  });

  test("a cause without a number has no link", () => {
    expect(causeLink(line({ cause: { kind: "order" } }))).toBeUndefined();
    expect(causeLink(line({ cause: { kind: "sign_in", no: "1" } }))).toBeUndefined();
    expect(causeLink(line({ cause: { kind: "topup", no: "1" } }))?.text).toBe("查看充值");
  });

  test("lines of one month stay together over the pages of the list", () => {
    const { pending: waiting, months } = groupsOf([...lines, line({ id: "4", month: "2026-10" })]);
    expect(waiting.map(({ id }) => id)).toEqual(["p"]);
    expect(months.map(({ month, lines: own }) => [month, own.length])).toEqual([
      ["2026-11", 2],
      ["2026-10", 2],
    ]);
  });

  test("the months to choose from continue into the previous year", () => {
    // The last evening of January in UTC is already February in Shanghai.
    expect(monthsBefore(Date.UTC(2026, 0, 31, 20), 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  });
});
