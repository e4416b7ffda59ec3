/** Rules for every dialog: opening, keyboard alone, going back, small phones, large text. */
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { expectAccessible, PHONE, SMALL_PHONE, WECHAT_AGENT } from "../browser.ts";
import { enlargeText } from "../logged-in.ts";
import { box, expectAnswer, openGallery, isFocusInside, opener, press } from "./gallery.fixture.ts";

const { device, open, openDialog } = openGallery();

test("D00 a call made before the host is mounted waits for it, and is then answered", async () => {
  const page = await device.open("/whale.svg");
  // An unhandled rejection opens a notice. This one comes as soon as the app's script has run, long
  // before its host is loaded; it is only dispatched as an event, because a real one would fail the
  // test as an error of the page.
  await page.addInitScript(() => {
    const report = ({ target }: Event) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.endsWith("/app.js")) return;
      const reason = new Error("early");
      const promise = Promise.reject(reason);
      promise.catch(() => undefined);
      dispatchEvent(new PromiseRejectionEvent("unhandledrejection", { promise, reason }));
    };
    document.addEventListener("load", report, { capture: true });
  });
  await page.goto(`${device.origin}/pages/exchange/manifest`);
  await box(page, "提示").getByText("出了点问题，请稍后再试").waitFor();
  await press(page, "我知道了");
  await box(page).waitFor({ state: "detached" });
});

describe("every dialog", () => {
  const dialogs = GALLERY.filter(({ id }) => !id.startsWith("toast") && !id.startsWith("loading"));

  test("D08 appears by a scale 80 ms after opening, and at once with reduced motion", async () => {
    const motion = (page: Page) =>
      box(page).evaluate((node) => {
        const { animationName, animationDelay, animationDuration } = getComputedStyle(
          node.firstElementChild ?? node,
        );
        return { animationName, animationDelay, animationDuration };
      });
    const moving = await motion(await openDialog("confirm-default"));
    expect(moving.animationName).toContain("box-in");
    expect(moving.animationDelay).toBe("0.08s");
    const still = await motion(await openDialog("confirm-default", { reducedMotion: "reduce" }));
    expect(still).toMatchObject({ animationDelay: "0s", animationDuration: "0s" });
  });

  const phones = [
    ["320 in WeChat", { viewport: SMALL_PHONE, userAgent: WECHAT_AGENT }],
    ["390", { viewport: PHONE }],
  ] as const;

  test.each(phones.slice(0, repeatCount({ suite: 1, slow: 2 })))(
    "D00 at %s has no accessibility violation, keeps the keyboard focus inside and restores it",
    async (_at, options) => {
      const page = await open({ ...options, reducedMotion: "reduce" });
      for (const { id } of dialogs) {
        await opener(page, id).press("Enter");
        await box(page).waitFor();
        await expectAccessible(page);
        for (let step = 0; step < 8; step++) {
          await page.keyboard.press(step < 5 ? "Tab" : "Shift+Tab");
          expect(await isFocusInside(page), `${id}: Tab ${step}`).toBe(true);
        }
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wider, id).toBeLessThanOrEqual(0);
        await page.keyboard.press("Escape");
        await box(page).waitFor({ state: "detached" });
        await expect
          .poll(() => opener(page, id).evaluate((node) => node === document.activeElement))
          .toBe(true);
      }
    },
  );

  test("D00 is closed by going back, one at a time, and the page remains", async () => {
    const page = await openDialog("login-identity");
    await press(page, "手机号登录");
    await box(page, "提示").waitFor();
    await page.goBack();
    await box(page, "请先登录").waitFor();
    await page.goBack();
    await expectAnswer(page, undefined);
    expect(page.url()).toContain("/pages/devop/debug");
  });

  test("D00 at twice the text size can be scrolled to its end", async () => {
    const page = await openDialog("form", { viewport: SMALL_PHONE });
    await enlargeText(page);
    const done = page.getByRole("button", { name: "确定", exact: true });
    await done.scrollIntoViewIfNeeded();
    await done.click();
    await box(page).getByText("手机号 不能为空").waitFor();
  });
});
