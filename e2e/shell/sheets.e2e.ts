/**
 * Rules for every bottom sheet: the page behind does not scroll, and the focus ring appears only
 * for the keyboard.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { phone, SMALL_PHONE } from "../browser.ts";
import { touchInputOn } from "../touch-input.ts";
import { type Member, logInMember, waitUntilSettled } from "./shell.fixture.ts";

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000052");
});

const depth = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Opens the page 我的, scrolled a little, with the levels sheet open. */
async function openSheet(options = {}): Promise<Page> {
  const page = await device.open("/pages/user/index", {
    viewport: SMALL_PHONE,
    ...member.browserOptions,
    ...options,
  });
  await waitUntilSettled(page);
  await page.evaluate(() => scrollTo(0, 40));
  await page.getByRole("button", { name: "会员权益" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "关闭" }).waitFor();
  return page;
}

test("the page behind an open sheet does not scroll, by wheel, finger or keyboard", async () => {
  const page = await openSheet();
  const before = await depth(page);
  const fingers = await touchInputOn(page);
  await fingers.swipe([
    [160, 60],
    [160, 10],
  ]);
  await fingers.swipe([
    [160, 540],
    [160, 120],
  ]);
  await page.mouse.move(160, 30);
  await page.mouse.wheel(0, 400);
  await page.getByRole("button", { name: "关闭" }).focus();
  for (const key of ["PageDown", "End", "ArrowDown"]) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  expect(await depth(page)).toBe(before);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.mouse.wheel(0, 100);
  await expect.poll(() => depth(page)).toBeGreaterThan(before);
  await page.context().close();
});

/** Returns the names of all elements with a visible focus ring. */
const ringed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(":focus-visible")]
      .filter((node) => getComputedStyle(node).outlineStyle !== "none")
      .map((node) => node.getAttribute("aria-label") ?? node.tagName),
  );

test.runIf(isSlowTier)(
  "a sheet that opens by itself or after a tap draws no focus ring until the first Tab",
  async () => {
    const page = await openSheet();
    expect(await ringed(page)).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await ringed(page)).toEqual(["关闭"]);
    await page.reload();
    await waitUntilSettled(page);
    // Clicks without a user gesture, as for a sheet that opens by itself.
    const about = page.getByRole("button", { name: "会员权益" });
    await about.evaluate((button: HTMLElement) => button.click());
    const sheet = page.getByRole("dialog");
    await sheet.waitFor();
    await expect
      .poll(() => sheet.evaluate((node) => node.contains(document.activeElement)))
      .toBe(true);
    expect(await ringed(page)).toEqual([]);
    await page.context().close();
  },
);

test("a tap beside a sheet closes it and does nothing on the page behind", async () => {
  const page = await openSheet();
  await page.mouse.click(160, 20);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/pages/user/index");
  await page.context().close();
});
