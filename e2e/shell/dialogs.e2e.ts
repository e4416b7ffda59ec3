/** Every dialog of the shell, opened from the developer page's gallery, by role and visible words. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectNoBarriers, PHONE, phone, SMALL_PHONE } from "../browser.ts";
import { memberOf, overflowOf, PLATFORMS, settled, titled } from "./fixture.ts";

const device = phone();
const GALLERY = "/pages/devop/debug?show=gallery";
let logged: BrowserContextOptions;

beforeAll(async () => {
  ({ logged } = await memberOf(device.origin, "13800000004"));
});

/** The gallery, with one of its dialogs opened by its button. */
async function gallery(label?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await device.open(GALLERY, { ...logged, ...options });
  await settled(page);
  if (label !== undefined) await press(page, label);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const answerOf = (page: Page) => page.getByRole("status", { name: "回答" });
const dialogOf = (page: Page) => page.locator("[role=dialog], [role=alertdialog]").last();
const says = async (page: Page, answer: string) => {
  await answerOf(page).getByText(answer, { exact: true }).waitFor();
  expect(await dialogOf(page).count()).toBe(0);
};
const ended = (page: Page) => page.context().close();

/** Runs in the page: how long a text stays to be seen, in ms. */
const lifeOf = (page: Page, words: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isThere = () => document.body.innerText.includes(wanted);
        let since = 0;
        const look = () => {
          if (since === 0 && isThere()) since = performance.now();
          if (since > 0 && !isThere()) resolve(performance.now() - since);
          else requestAnimationFrame(look);
        };
        look();
      }),
    words,
  );

test("D00 a call made before the host has mounted waits for it, and is then answered", async () => {
  const page = await device.open("/pages/exchange/manifest");
  // A rejection nobody caught is told by a notice: thrown before any script of the app has run.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => void Promise.reject(new Error("early")));
  });
  await page.reload();
  await dialogOf(page).getByText("出了点问题，请稍后再试").waitFor();
  await ended(page);
});

describe("D01 a toast", () => {
  test.each([
    { label: "轻提示", words: "再按一次退出", ms: 2_000 },
    { label: "轻提示 · 运行时 1.5 秒", words: "登录已更新", ms: 1_500 },
  ])("D01 $label leaves after $ms ms and 300 ms more", async ({ label, words, ms }) => {
    const page = await gallery();
    const life = lifeOf(page, words);
    await press(page, label);
    expect(await life).toBeGreaterThanOrEqual(ms);
    expect(await life).toBeLessThan(ms + 1_500);
    await ended(page);
  });

  test("D01 is read out, and an error at once", async () => {
    const page = await gallery("轻提示 · 成功");
    await page.getByRole("status").getByText("已复制订单编号").waitFor();
    await press(page, "轻提示 · 失败");
    await page.getByRole("alert").getByText("网络错误，请再试一次").waitFor();
    await ended(page);
  });
});

test("D02 a confirm is titled 提示, and answers yes, no, and no when it is turned away", async () => {
  const page = await gallery();
  for (const [act, answer] of [
    [() => press(page, "确定"), "true"],
    [() => press(page, "取消"), "false"],
    [() => page.keyboard.press("Escape"), "false"],
    [() => page.goBack(), "false"],
  ] as const) {
    await press(page, "确认");
    const dialog = page.getByRole("alertdialog", { name: "提示" });
    await dialog.getByText("请确认是否阅读并同意所有相关协议?").waitFor();
    await act();
    await says(page, answer);
  }
  // Back closed the dialog, and not the page behind it.
  expect(page.url()).toContain(GALLERY);
  await ended(page);
});

test("D02 where money goes, the confirm says from where, how much and what is left", async () => {
  const page = await gallery("确认 · 动钱");
  const dialog = page.getByRole("alertdialog", { name: "用掉这张餐券?" });
  await dialog.getByText("付 ¥2.50，剩 ¥126.00").waitFor();
  await dialog.getByRole("button", { name: "支付并用掉餐券" }).click();
  await says(page, "true");
  await ended(page);
});

test("D03 a notice has one button 我知道了 unless told, and a glyph for what it is", async () => {
  const page = await gallery("通知");
  await page.getByRole("alertdialog", { name: "提示" }).getByText("取餐码已发到你的手机").waitFor();
  await press(page, "我知道了");
  await says(page, '"我知道了"');
  await press(page, "通知 · 警告");
  await dialogOf(page).getByRole("img", { name: "注意" }).waitFor();
  await press(page, "我知道了");
  await press(page, "通知 · 错误，两个按钮");
  await dialogOf(page).getByRole("img", { name: "失败" }).waitFor();
  await press(page, "换微信支付");
  await says(page, '"wechat"');
  await ended(page);
});

describe("D04 a form", () => {
  test("D04 says what is wrong under its field, stops there, and goes on when it is mended", async () => {
    const page = await gallery("表单");
    const dialog = page.getByRole("dialog", { name: "新增收货人" });
    await dialog.getByText("用于积分好物寄送").waitFor();
    await dialog.getByLabel("姓名").fill("林知夏");
    await press(page, "确定");
    await dialog.getByText("手机号 不能为空").waitFor();
    expect(await dialog.getByLabel("手机号").getAttribute("aria-invalid")).toBe("true");
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "phone");
    await dialog.getByLabel("手机号").fill("1380000");
    await dialog.getByLabel("邮编").fill("12");
    await press(page, "确定");
    await dialog.getByText("请填 11 位手机号").waitFor();
    await dialog.getByText("邮编 格式错误").waitFor();
    await dialog.getByLabel("手机号").fill("13800000009");
    await dialog.getByLabel("邮编").fill(" 200001 ");
    await press(page, "确定");
    await says(page, '{"name":"林知夏","phone":"13800000009","postcode":"200001"}');
    await ended(page);
  });

  test("D04 a refused one is told by a notice titled 提示, and keeps what was typed", async () => {
    const page = await gallery("表单 · 提交失败");
    const dialog = page.getByRole("dialog", { name: "新增收货人" });
    await dialog.getByLabel("姓名").fill("林知夏");
    await dialog.getByLabel("手机号").fill("13800000009");
    await press(page, "保存");
    const told = page.getByRole("alertdialog", { name: "提示" });
    await told.getByText("最多保存 20 个收货人").waitFor();
    await told.getByRole("button", { name: "我知道了" }).click();
    await told.waitFor({ state: "detached" });
    expect(await dialog.getByLabel("姓名").inputValue()).toBe("林知夏");
    await press(page, "关闭");
    await says(page, "undefined");
    await ended(page);
  });
});

test("D05 loading is titled 加载中..., begins at 5, never passes 88, ends at 100", async () => {
  const page = await gallery();
  const seen = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const figures: number[] = [];
        const look = () => {
          const bar = document.querySelector("[role=progressbar]");
          if (bar) figures.push(Number(bar.getAttribute("aria-valuenow")));
          else if (figures.length > 0) return resolve(figures);
          requestAnimationFrame(look);
        };
        look();
      }),
  );
  await press(page, "加载");
  await page.getByRole("dialog", { name: "加载中..." }).waitFor();
  const figures = await seen;
  const busy = figures.slice(0, figures.indexOf(100));
  expect(figures[0]).toBe(5);
  expect(Math.max(...busy)).toBeLessThanOrEqual(88);
  expect([...busy].sort((a, b) => a - b)).toEqual(busy);
  expect(figures.at(-1)).toBe(100);
  await press(page, "加载 · 报进度");
  const bar = page.getByRole("progressbar", { name: "正在上传照片" });
  await bar.and(page.locator("[aria-valuenow='70']")).waitFor();
  await bar.waitFor({ state: "detached" });
  await ended(page);
});

describe("D06 a prompt", () => {
  test("D06 D09 answers the trimmed text, and nothing when one turns back", async () => {
    const page = await gallery("输入 · 单行");
    const field = page.getByRole("textbox", { name: "修改昵称" });
    expect(await field.getAttribute("placeholder")).toBe("最多 12 个字");
    await field.fill("  知夏 ");
    await press(page, "确定");
    await says(page, '"知夏"');
    await press(page, "输入 · 单行");
    await press(page, "返回");
    await says(page, "undefined");
    await ended(page);
  });

  test("D06 D09 of several lines counts its 140 characters and takes no more", async () => {
    const page = await gallery("输入 · 多行");
    const field = page.getByRole("textbox", { name: "给门店的备注" });
    expect(await field.inputValue()).toBe("少酱，餐具一份，到店前请别装袋");
    await page.getByText("15 / 140").waitFor();
    expect(await field.getAttribute("maxlength")).toBe("140");
    await ended(page);
  });

  test("D06 for a number answers a number, the empty text when empty, and refuses words", async () => {
    const page = await gallery("输入 · 数字");
    const field = page.getByRole("textbox", { name: "用多少积分" });
    expect(await field.inputValue()).toBe("500");
    await field.fill("五百");
    await press(page, "确定");
    await page.getByRole("alert").getByText("请输入数字").waitFor();
    await field.fill(" 600 ");
    await page.keyboard.press("Enter");
    await says(page, "600");
    await press(page, "输入 · 数字");
    await field.fill("");
    await press(page, "确定");
    await says(page, '""');
    await ended(page);
  });
});

describe("D07 the login identity", () => {
  test("D07 runs nothing before the agreements are agreed to, and asks", async () => {
    const page = await gallery("登录身份");
    const dialog = page.getByRole("dialog", { name: "请登录" });
    await dialog.getByText("登录后可用会员价，订单和卡券都在账号里").waitFor();
    await dialog.getByRole("button", { name: "手机号登录" }).click();
    const question = page.getByRole("alertdialog", { name: "提示" });
    await question.getByText("请确认是否阅读并同意所有相关协议?").waitFor();
    await question.getByRole("button", { name: "取消" }).click();
    await question.waitFor({ state: "detached" });
    expect(await dialog.getByRole("checkbox").isChecked()).toBe(false);
    await dialog.getByRole("button", { name: "手机号登录" }).click();
    await question.getByRole("button", { name: "确定" }).click();
    await says(page, '"手机号登录"');
    await ended(page);
  });

  test("D07 once ticked goes on at once, and each agreement opens by its name", async () => {
    const page = await gallery("登录身份");
    const dialog = page.getByRole("dialog", { name: "请登录" });
    await dialog.getByRole("button", { name: "《隐私政策》" }).click();
    await page.getByText("打开协议 privacy").waitFor();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "微信一键登录" }).click();
    await says(page, '"微信一键登录"');
    await ended(page);
  });
});

test("D08 a dialog scales in after 80 ms, and stands at once under reduced motion", async () => {
  const motion = async (reducedMotion: "reduce" | "no-preference") => {
    const page = await gallery("确认", { reducedMotion });
    const look = await dialogOf(page)
      .locator("div")
      .first()
      .evaluate((box) => {
        const { animationName, animationDelay, animationDuration } = getComputedStyle(box);
        return { animationName, animationDelay, animationDuration };
      });
    await ended(page);
    return look;
  };
  const moving = await motion("no-preference");
  expect(moving.animationName).toContain("box-in");
  expect(moving).toMatchObject({ animationDelay: "0.08s", animationDuration: "0.2s" });
  expect(await motion("reduce")).toMatchObject({ animationDelay: "0s", animationDuration: "0s" });
});

const DIALOGS = ["确认", "确认 · 动钱", "通知 · 错误，两个按钮", "输入 · 多行", "表单", "登录身份"];

describe.each(Object.entries(PLATFORMS))("on %s", (_label, platform) => {
  test("D02 D03 D04 D06 D07 by keyboard alone: the focus goes in, stays in, and comes back", async () => {
    const page = await gallery(undefined, platform);
    for (const label of DIALOGS) {
      const opener = page.getByRole("button", { name: label, exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      await dialogOf(page).waitFor();
      const isInside = () =>
        page.evaluate(
          () => document.activeElement?.closest("[role=dialog], [role=alertdialog]") !== null,
        );
      await page.waitForFunction(
        () => document.activeElement?.closest("[role=dialog], [role=alertdialog]") !== null,
      );
      for (let step = 0; step < 9; step += 1) {
        await page.keyboard.press(step % 3 === 2 ? "Shift+Tab" : "Tab");
        expect(await isInside(), label).toBe(true);
      }
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
      const name = await page.evaluate(() => document.activeElement?.textContent);
      expect(name).toBe(label);
    }
    await ended(page);
  });
});

describe.each([PHONE, SMALL_PHONE])("at $width px", (viewport) => {
  test("D02 D03 D04 D06 D07 no dialog has a barrier or hangs over, with text at twice its size too", async () => {
    const page = await gallery(undefined, { viewport });
    expect(await titled(page, "DEVOP")).toBeTruthy();
    for (const size of ["100%", "200%"]) {
      await page.evaluate((wanted) => {
        document.documentElement.style.fontSize = wanted;
      }, size);
      for (const label of DIALOGS) {
        await press(page, label);
        const dialog = dialogOf(page);
        await dialog.waitFor();
        // Colours are judged once the box has come in.
        await page.waitForFunction(() => document.getAnimations().length === 0);
        if (size === "100%") await expectNoBarriers(page);
        const hangs = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(hangs, label).toBeLessThanOrEqual(0);
        expect(await overflowOf(page), label).toBeLessThanOrEqual(0);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
      }
    }
    await ended(page);
  });
});
