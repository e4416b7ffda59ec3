/**
 * Images of the app on touch screens: preview and zoom, long press, slow loading, and the poster
 * background.
 */
import type { Page } from "playwright-core";
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { describe, expect, test } from "vitest";
import { expectAccessible, phone, PHONE, SMALL_PHONE, WECHAT_AGENT } from "./browser.ts";
import { touchInputOn, type Point } from "./touch-input.ts";
import { openSample, picture, SAMPLE } from "./image-sample.ts";

const device = phone();
const preview = (page: Page) => page.getByRole("dialog", { name: "图片预览" });
const stage = (page: Page) => preview(page).getByRole("group");

async function openPreview(page: Page): Promise<void> {
  await picture(page).tap();
  await preview(page).getByRole("img", { name: "一桶炸鸡和薯条" }).waitFor();
  await preview(page).locator("[data-current][data-state='shown']").waitFor();
  // Waits for the end of the opening animation.
  await preview(page).evaluate(async (box) => {
    await Promise.all(box.getAnimations().map(({ finished }) => finished));
  });
}

/** Expects the zoom that the preview shows, in percent. */
async function expectZoom(page: Page, least: number, most = least): Promise<void> {
  const status = preview(page).getByRole("status");
  await expect
    .poll(async () => Number(/(\d+)%/.exec((await status.textContent()) ?? "")?.[1]), {
      timeout: 5_000,
    })
    .toSatisfy((zoom: number) => zoom >= least && zoom <= most);
}

const middleOf = ({ width, height }: { width: number; height: number }): Point => [
  width / 2,
  height / 2,
];

const PHONES = [
  ["a phone", { viewport: PHONE }],
  ["a small phone", { viewport: SMALL_PHONE }],
  ["WeChat", { viewport: PHONE, userAgent: WECHAT_AGENT }],
] as const;

test.each(isSlowTier ? PHONES : [PHONES[1]])(
  "D10 on %s the open preview has no accessibility violation and nothing wider than the phone",
  async (_, options) => {
    const page = await openSample(device, options);
    await openPreview(page);
    await expectAccessible(page);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await page.context().close();
  },
);

describe.each(PHONES.slice(0, repeatCount({ suite: 1, slow: 3 })))("on %s", (_, options) => {
  const [x, y] = middleOf(options.viewport);

  test("D10 two fingers zoom an image from 1 to 4, and one finger moves it", async () => {
    const page = await openSample(device, options);
    await openPreview(page);
    const fingers = await touchInputOn(page);
    const apart = [
      [
        [x - 20, y],
        [x - 60, y],
      ],
      [
        [x + 20, y],
        [x + 60, y],
      ],
    ] as const;
    await fingers.swipe(...apart);
    await expectZoom(page, 200, 320);
    await fingers.swipe(...apart);
    await expectZoom(page, 400);
    const image = preview(page).getByRole("img", { name: "一桶炸鸡和薯条" });
    const before = await image.boundingBox();
    await fingers.swipe([
      [x, y],
      [x + 60, y],
    ]);
    await expect.poll(async () => (await image.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
    const [[left], [right]] = apart;
    const together = [
      [[x - 140, y], left],
      [[x + 140, y], right],
    ] as const;
    await fingers.swipe(...together);
    await fingers.swipe(...together);
    await expectZoom(page, 100);
    await page.context().close();
  });

  test("D10 a double tap zooms in and out, a swipe turns the page, a pull closes", async () => {
    const page = await openSample(device, options);
    await openPreview(page);
    const fingers = await touchInputOn(page);
    const doubleTap = async () => {
      await fingers.tap([x, y]);
      await page.waitForTimeout(60);
      await fingers.tap([x, y]);
    };
    await doubleTap();
    await expectZoom(page, 250);
    await doubleTap();
    await expectZoom(page, 100);
    await fingers.swipe([
      [x + 100, y],
      [x - 100, y],
    ]);
    await preview(page).getByText("3/3", { exact: true }).waitFor();
    await fingers.swipe([
      [x, y],
      [x, y + 180],
    ]);
    await preview(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(device.origin + SAMPLE);
    await page.context().close();
  });

  test("D11 350 ms on an image is a long press, and the click after it is ignored", async () => {
    const page = await openSample(device, options);
    const box = await picture(page).boundingBox();
    if (!box) throw new Error("the picture is not on the screen");
    const spot: Point = [box.x + box.width / 2, box.y + box.height / 2];
    const fingers = await touchInputOn(page);
    await fingers.hold(spot, 450);
    await page.getByText("长按了一桶炸鸡和薯条").waitFor();
    await page.waitForTimeout(500);
    expect(await preview(page).count()).toBe(0);
    // Far below the limit, which a stalled machine would pass.
    await fingers.hold(spot, 60);
    await preview(page).waitFor();
    await page.context().close();
  });
});

test("D10 the wheel and the keys zoom within 1 and 4, arrow keys move and turn", async () => {
  const page = await openSample(device, {
    viewport: { width: 1200, height: 800 },
    isMobile: false,
  });
  await openPreview(page);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -200);
  await expectZoom(page, 140, 160);
  // Waits until the page turn is over: no further turn may follow.
  await page.waitForTimeout(400);
  await expectZoom(page, 140, 160);
  await page.mouse.wheel(0, -3_000);
  await expectZoom(page, 400);
  await page.keyboard.press("0");
  await expectZoom(page, 100);
  await page.keyboard.press("+");
  await expectZoom(page, 150);
  const image = preview(page).getByRole("img", { name: "一桶炸鸡和薯条" });
  // Waits until the animation of the step before is over.
  await page.waitForTimeout(400);
  const before = await image.boundingBox();
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => (await image.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
  await page.keyboard.press("-");
  await expectZoom(page, 100);
  await page.keyboard.press("ArrowLeft");
  await preview(page).getByText("1/3", { exact: true }).waitFor();
  await preview(page).getByRole("button", { name: "下一张" }).click();
  await preview(page).getByText("2/3", { exact: true }).waitFor();
  await page.context().close();
});

test.runIf(isSlowTier)("D10 Escape, back and a tap close it and restore the focus", async () => {
  const page = await openSample(device);
  await picture(page).focus();
  await page.keyboard.press("Enter");
  await preview(page).waitFor();
  expect(await stage(page).evaluate((node) => node === document.activeElement)).toBe(true);
  for (let pressed = 0; pressed < 8; pressed++) await page.keyboard.press("Tab");
  expect(await preview(page).evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await preview(page).waitFor({ state: "detached" });
  expect(await picture(page).evaluate((node) => node === document.activeElement)).toBe(true);
  await openPreview(page);
  await page.goBack();
  await preview(page).waitFor({ state: "detached" });
  expect(page.url()).toBe(device.origin + SAMPLE);
  await openPreview(page);
  await stage(page).tap();
  await preview(page).waitFor({ state: "detached" });
  await page.context().close();
});

test.runIf(isSlowTier)(
  "D11 a long press in the preview calls its opener's handler, and the preview stays open",
  async () => {
    const page = await openSample(device);
    await openPreview(page);
    const fingers = await touchInputOn(page);
    await fingers.hold(middleOf(PHONE), 450);
    await page.getByText("长按了一桶炸鸡和薯条").waitFor();
    await page.waitForTimeout(500);
    expect(await preview(page).count()).toBe(1);
    await page.context().close();
  },
);

test("D11 the menu key of a keyboard counts as a long press", async () => {
  const page = await openSample(device);
  await picture(page).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByText("长按了一桶炸鸡和薯条").waitFor();
  expect(await preview(page).count()).toBe(0);
  await page.context().close();
});

test("U12 a poster's background loads, or the page shows 下载背景图片失败", async () => {
  const page = await openSample(device);
  await page.getByRole("button", { name: "下载背景", exact: true }).click();
  await page.locator("img[alt='下载的背景'][data-fit]").waitFor();
  await page.getByRole("button", { name: "下载没有的背景" }).click();
  await page.getByText("下载背景图片失败").waitFor();
  await page.context().close();
});
