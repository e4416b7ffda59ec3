/** Measured positions on the page: gutters, rows, docks and the lines that must not wrap. */
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PHONE, phone, SMALL_PHONE } from "../browser.ts";
import { sharedOperator, waitUntilSettled } from "./shell.fixture.ts";

const device = phone();
const PARTS = "/pages/devop/debug?show=parts";
const GUTTER_PX = 16;

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(at: Locator): Promise<Box> {
  const box = await at.boundingBox();
  if (!box) throw new Error("nothing is drawn there");
  return box;
}
const boxesOf = async (all: Locator): Promise<Box[]> => Promise.all((await all.all()).map(boxOf));
const right = ({ x, width }: Box): number => x + width;
const middle = ({ y, height }: Box): number => y + height / 2;

/** Opens a page as an operator, whose profile has the rows of every permission. */
async function open(path: string, viewport: typeof PHONE | typeof SMALL_PHONE): Promise<Page> {
  const page = await device.open(path, { ...sharedOperator().browserOptions, viewport });
  // The gallery shows the parts in all their states, some of which stay loading forever.
  if (path !== PARTS) await waitUntilSettled(page);
  return page;
}

const PHONES = [
  ["320", SMALL_PHONE],
  ["390", PHONE],
] as const;

describe.each(PHONES.slice(0, repeatCount({ suite: 1, slow: 2 })))("at %s px", (_, viewport) => {
  test("three actions of a dock have one height, two widths and the page gutter beside them", async () => {
    const page = await open(PARTS, viewport);
    const main = page.getByRole("button", { name: "我已取餐" }).last();
    await main.waitFor();
    const boxes = await boxesOf(main.locator("xpath=..").getByRole("button"));
    expect(boxes.map(({ height }) => height)).toEqual([48, 48, 48]);
    const [refund, again, received] = boxes;
    if (!refund || !again || !received) throw new Error("the dock has other actions");
    expect(Math.abs(refund.width - again.width)).toBeLessThan(1);
    expect(refund.y).toBe(again.y);
    expect(received.x).toBe(refund.x);
    expect(Math.abs(right(received) - right(again))).toBeLessThan(1);
    expect(viewport.width - right(received)).toBe(received.x);
    await page.context().close();
  });

  test("看取餐码 is in the line of its code, whether the code has four digits or six", async () => {
    const page = await open(PARTS, viewport);
    for (const code of ["3068", "306812"]) {
      const shown = page.getByText(code, { exact: true });
      const line = page.getByRole("button").filter({ hasText: "看取餐码" }).filter({ has: shown });
      const [ofCode, ofAct] = [
        await boxOf(line.getByText(code, { exact: true })),
        await boxOf(line.getByText("看取餐码")),
      ];
      expect(Math.abs(middle(ofCode) - middle(ofAct)), code).toBeLessThan(2);
      expect(ofAct.height, "one line of words").toBeLessThan(24);
      const around = await boxOf(line);
      expect(around.x + around.width - right(ofAct)).toBe(12);
    }
    await page.context().close();
  });

  test("the rows of 猜你喜欢 are aligned with their title", async () => {
    const page = await open("/", viewport);
    const section = page.getByRole("region", { name: "猜你喜欢" });
    await section.scrollIntoViewIfNeeded();
    const row = section.getByRole("listitem").first();
    const [card, title, ofRow] = [
      await boxOf(section),
      await boxOf(section.getByRole("heading")),
      await boxOf(row.getByRole("link")),
    ];
    expect(title.x - card.x).toBe(GUTTER_PX);
    expect(ofRow.x).toBe(title.x);
    expect(right(card) - right(ofRow)).toBe(GUTTER_PX);
    await page.context().close();
  });

  test("the rows of 我的 have the same indent as the rest of the page", async () => {
    const page = await open("/pages/user/index", viewport);
    const section = page.getByRole("region", { name: "常用功能" });
    const inner = (await boxOf(section.getByRole("heading"))).x;
    const outer = await boxOf(section);
    for (const name of ["DEVOP", "退出登录"]) {
      const row = page.getByRole("listitem").getByRole("button", { name, exact: true });
      const box = await boxOf(row);
      expect(box.x, name).toBe(inner);
      expect(right(outer) - right(box), name).toBe(GUTTER_PX);
      expect(box.height, name).toBeGreaterThanOrEqual(44);
      const ground = await row.evaluate((node) => {
        const card = node.closest("ul")?.parentElement;
        return card ? getComputedStyle(card).backgroundColor : "";
      });
      expect(ground, name).toBe("rgb(255, 255, 255)");
    }
    await page.context().close();
  });
});
