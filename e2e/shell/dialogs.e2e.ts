/**
 * Each dialog of the facade from the member's side: its text, its answers, and its behaviour on a
 * failure.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../browser.ts";
import {
  box,
  described,
  expectAnswer,
  openGallery,
  isFocusInside,
  opener,
  press,
} from "./gallery.fixture.ts";

const { open, openDialog } = openGallery();

describe("a toast", () => {
  /**
   * Opens a dialog with the page's clock paused: time advances only as the test lets it, at first
   * until the text is visible.
   */
  const openStill = async (id: string, find: (page: Page) => Locator) => {
    const page = await open();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await opener(page, id).press("Enter");
    const toast = find(page);
    const isToastVisible = async () => {
      await page.clock.runFor(20);
      return toast.isVisible();
    };
    await expect.poll(isToastVisible, { timeout: 15_000 }).toBe(true);
    return { page, toast };
  };

  test("D01 shows its text for two seconds and disappears 300 ms later", async () => {
    const { page, toast } = await openStill("toast-done", (on) => on.getByText("已复制订单编号"));
    await page.clock.runFor(2_200);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(150);
    await toast.waitFor({ state: "detached" });
  });

  test("D01 of the cloud runtime stays 1.5 seconds and is announced at once", async () => {
    const { page, toast } = await openStill("toast-runtime", (on) =>
      on.getByRole("alert").getByText("优惠券已领完"),
    );
    await page.clock.runFor(1_400);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(400);
    await toast.waitFor({ state: "detached" });
  });
});

describe("a confirm", () => {
  test("D02 is titled 提示, offers 取消 and 确定, and returns yes or no", async () => {
    const page = await openDialog("confirm-default");
    await box(page, "提示").waitFor();
    expect(await described(page)).toContain("请确认是否阅读并同意所有相关协议?");
    await press(page, "取消");
    await expectAnswer(page, false);
    await opener(page, "confirm-default").press("Enter");
    await press(page, "确定");
    await expectAnswer(page, true);
  });

  test.runIf(isSlowTier)("D02 of a payment shows the effect and the remaining amount", async () => {
    const page = await openDialog("confirm-money");
    await box(page, "用掉这张餐券?").waitFor();
    expect(await described(page)).toContain("剩 ¥126.00");
    await press(page, "支付并用掉餐券");
    await expectAnswer(page, true);
  });
});

describe("a notice", () => {
  test("D03 has one button 我知道了 by default", async () => {
    const page = await openDialog("notice-default");
    await box(page, "提示").waitFor();
    expect(await box(page).getByRole("button").allInnerTexts()).toEqual(["我知道了"]);
    await press(page, "我知道了");
    await expectAnswer(page, "我知道了");
  });

  test.runIf(isSlowTier)(
    "D03 shows warnings and errors with a labelled picture, and may have several buttons",
    async () => {
      const page = await openDialog("notice-warning");
      await box(page).getByRole("img", { name: "注意" }).waitFor();
      await press(page, "我知道了");
      await expectAnswer(page, "我知道了");
      await opener(page, "notice-error").press("Enter");
      await box(page).getByRole("img", { name: "失败" }).waitFor();
      await press(page, "稍后再付");
      await expectAnswer(page, "later");
      await opener(page, "notice-buttons").press("Enter");
      await press(page, "福州路店");
      await expectAnswer(page, "store-3");
    },
  );
});

describe("a form", () => {
  test("D04 shows [label] 不能为空 at the field, moves the focus there, and keeps typed text", async () => {
    const page = await openDialog("form");
    await box(page, "新增收货人").waitFor();
    expect(await described(page)).toBe("用于积分好物寄送");
    await press(page, "确定");
    await box(page).getByText("手机号 不能为空").waitFor();
    const number = page.getByRole("textbox", { name: "手机号" });
    expect(await number.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await number.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.type("123");
    expect(await box(page).getByText("手机号 不能为空").count()).toBe(0);
    await page.keyboard.press("Enter");
    await box(page).getByText("手机号 格式错误").waitFor();
    await expectAccessible(page);
    await number.fill(" 13912345678 ");
    await page.keyboard.press("Enter");
    await expectAnswer(page, {
      name: "林知夏",
      phone: "13912345678",
      address: "上海市黄浦区福州路 465 号",
    });
  });

  test.runIf(isSlowTier)("D04 shows the message of a validator that rejects", async () => {
    const page = await openDialog("form-validator");
    await page.getByRole("textbox", { name: "公司名称" }).fill("云鲸科技");
    await page.getByRole("textbox", { name: "税号" }).fill("9131");
    await press(page, "确定");
    await box(page).getByText("税号至少 15 位").waitFor();
  });

  test("D04 shows a failed submit in a notice titled 提示, and the form stays open", async () => {
    const page = await openDialog("form-submit");
    await page.getByRole("textbox", { name: "手机号" }).fill("13912345678");
    await press(page, "保存");
    await page.getByRole("button", { name: "正在保存" }).waitFor();
    await box(page, "提示").getByText("这个地址暂时不能配送，请换一个").waitFor();
    expect(await page.getByText("正在保存").count()).toBe(0);
    await expectAccessible(page);
    await press(page, "我知道了");
    await box(page, "修改收货人").waitFor();
    expect(await page.getByRole("textbox", { name: "手机号" }).inputValue()).toBe("13912345678");
    expect(await isFocusInside(page)).toBe(true);
    await page.keyboard.press("Escape");
    await expectAnswer(page, undefined);
  });
});

describe("a loading cover", () => {
  const seen = (page: Page) =>
    page.getByRole("progressbar").evaluate((node) => Number(node.ariaValueNow));

  test("D05 shows 加载中..., starts low, never passes 88 while busy, and closes", async () => {
    const page = await openDialog("loading");
    await box(page, "加载中...").waitFor();
    const first = await seen(page);
    expect(first).toBeGreaterThanOrEqual(5);
    await expect.poll(() => seen(page)).toBeGreaterThan(first);
    expect(await seen(page)).toBeLessThanOrEqual(88);
    await box(page).waitFor({ state: "detached" });
  });

  test.runIf(isSlowTier)(
    "D05 is driven by given progress, and closes by itself after a duration",
    async () => {
      const page = await openDialog("loading-half");
      await box(page).waitFor();
      await expect.poll(() => seen(page)).toBe(50);
      await box(page).waitFor({ state: "detached" });
      await opener(page, "loading-duration").press("Enter");
      await box(page, "正在查询可用门店").waitFor();
      await box(page).waitFor({ state: "detached" });
    },
  );
});

describe("a prompt", () => {
  test("D06 returns the trimmed text; no input is empty, 返回 gives no answer", async () => {
    const page = await openDialog("prompt-text");
    await box(page, "给这个地址起个名").waitFor();
    await page.keyboard.type("  公司 ");
    await page.keyboard.press("Enter");
    await expectAnswer(page, "公司");
    await opener(page, "prompt-text").press("Enter");
    await press(page, "确定");
    await expectAnswer(page, "");
    await opener(page, "prompt-text").press("Enter");
    await press(page, "返回");
    await expectAnswer(page, undefined);
  });

  test("D06 of a number returns a number and shows a message for invalid input", async () => {
    const page = await openDialog("prompt-number");
    await page.getByRole("textbox", { name: "充值金额（元）" }).fill("五十");
    await press(page, "确定");
    await box(page).getByText("请填数字").waitFor();
    await page.getByRole("textbox").fill("50");
    await press(page, "确定");
    await expectAnswer(page, 50);
  });

  test.runIf(isSlowTier)("D06 of several lines starts with its content", async () => {
    const page = await openDialog("prompt-textarea");
    const note = page.getByRole("textbox", { name: "给门店的备注" });
    expect(await note.inputValue()).toBe("少酱，餐具一份，到店前请别装袋");
    await press(page, "确定");
    await expectAnswer(page, "少酱，餐具一份，到店前请别装袋");
  });

  test("D09 counts characters, and accepts at most 140", async () => {
    const page = await openDialog("prompt-textarea");
    await box(page).getByText("15 / 140").waitFor();
    await page.getByRole("textbox").press("End");
    await page.keyboard.insertText("酱".repeat(200));
    await box(page).getByText("140 / 140").waitFor();
    await page.keyboard.press("Escape");
    await opener(page, "form").press("Enter");
    expect(await page.getByRole("textbox", { name: "姓名" }).getAttribute("maxlength")).toBe("140");
  });
});

describe("the login dialog", () => {
  test("D07 with unticked terms asks first, and runs nothing after a no", async () => {
    const page = await openDialog("login-identity");
    await box(page, "请先登录").waitFor();
    await press(page, "手机号登录");
    await box(page, "提示").getByText("请确认是否阅读并同意所有相关协议?").waitFor();
    await press(page, "取消");
    await box(page, "请先登录").waitFor();
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
    await press(page, "微信一键登录");
    await press(page, "确定");
    await page.getByRole("button", { name: "请稍候" }).waitFor();
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    await expectAnswer(page, "微信一键登录");
  });

  test.runIf(isSlowTier)("D07 with ticked terms runs at once", async () => {
    const page = await openDialog("login-identity");
    await page.getByRole("checkbox", { name: "同意《用户协议》《隐私政策》" }).check();
    await press(page, "手机号登录");
    await expectAnswer(page, "手机号登录");
  });

  test("D07 is titled 请登录 and lists the member's benefits by default", async () => {
    const page = await openDialog("login-identity-default");
    await box(page, "请登录").waitFor();
    expect(await described(page)).toContain("会员价");
    await press(page, "微信");
    await expectAnswer(page, "微信");
  });

  test("D07 shows the failure of a handler, and stays open for another attempt", async () => {
    const page = await openDialog("login-identity-failed");
    await page.getByRole("checkbox").check();
    await press(page, "微信一键登录");
    await box(page, "提示").getByText("微信授权没有完成，请再试一次").waitFor();
    await press(page, "我知道了");
    await box(page, "请登录").waitFor();
  });
});
