/**
 * Bad input in the console: reasons too short or too long, odd numbers, addresses of what is not
 * there. The page shows a Chinese sentence at the place of the fault, and keeps what was typed.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { freshCode } from "../browser.ts";
import { createMember, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage, settled } from "./console.fixture.ts";
import { hasFocus } from "./keyboard.ts";

const browser = consoleBrowser();
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

/** Presses a button, and expects this sentence in the form or prompt. */
async function expectFault(place: Locator, button: RegExp, sentence: RegExp): Promise<void> {
  await place.getByRole("button", { name: button }).click();
  await place.getByText(sentence).first().waitFor();
}

test("a reason of 1 or 201 characters is refused at the reason, and the prompt keeps it", async () => {
  const member = await createMember();
  const entry = { account: "available", amount: 50, reason: "话费充值超时" };
  const made = await dataAs<{ approvalId: string }>("lead", "POST", "/adjustments", {
    memberNo: member.memberNo,
    ...entry,
  });
  const page = await browser.openAs("checker", `/approvals?open=adjust.${made.approvalId}`);
  await page.getByRole("button", { name: "不同意" }).click();
  const prompt = page.getByRole("dialog", { name: "不同意提议" });
  const reason = prompt.getByLabel("原因");
  for (const [typed, shown] of [
    ["短", /请写 2–200 字，现在 1 字/],
    ["长".repeat(201), /请写 2–200 字，现在 201 字/],
  ] as const) {
    await reason.fill(typed);
    await expectFault(prompt, /^不同意$/, shown);
    expect(await reason.inputValue()).toBe(typed);
    expect(await reason.getAttribute("aria-invalid")).toBe("true");
  }
  await expectGoodPage(page);
});

test.runIf(isSlowTier)(
  "odd numbers are refused at their field, and the form keeps what was typed",
  async () => {
    const page = await browser.openAs("lead", "/adjustments");
    await page.getByRole("button", { name: "提议调账" }).click();
    const form = page.getByRole("dialog", { name: "提议调账" });
    await form.getByLabel("会员").fill("999999999");
    await form.getByLabel("账户").selectOption({ label: "可用积分" });
    await form.getByLabel("原因").fill("话费充值超时");
    const amount = form.getByLabel("变动积分");
    for (const typed of ["1e3", "0.001", "12,345.67", "一百"]) {
      await amount.fill(typed);
      await expectFault(form, /^提交给第二人$/, /请填写整数/);
      expect(await amount.inputValue()).toBe(typed);
    }
    await expectGoodPage(page);
    // A well-formed number of an unknown member: the server refuses it, and the form keeps all.
    await amount.fill("１２０");
    browser.expectFailure(/\/adjustments$/, 404);
    await expectFault(form, /^提交给第二人$/, /没有这个会员/);
    expect(await form.getByLabel("原因").inputValue()).toBe("话费充值超时");
    expect(await amount.inputValue()).toBe("１２０");
  },
);

/** Expects that the control has its mark with this sentence, what was typed, and the focus. */
async function expectMarked(control: Locator, typed: string, sentence: RegExp): Promise<void> {
  await expect.poll(() => control.getAttribute("aria-invalid")).toBe("true");
  expect(await control.inputValue()).toBe(typed);
  expect(await hasFocus(control)).toBe(true);
  const note = await control.getAttribute("aria-describedby");
  expect(await control.page().locator(`[id="${note}"]`).innerText()).toMatch(sentence);
}

test("the server's refusal of one field marks it in the prompt, until it is changed", async () => {
  const code = await freshCode(browser.origin, "kfc-value-50");
  type Codes = { readonly list: readonly { readonly codeId: string }[] };
  const { list } = await dataAs<Codes>("lead", "POST", "/codes/lookup", { code });
  const page = await browser.openAs("lead", `/codes/${list[0]?.codeId}`);
  await page.getByRole("button", { name: "延长" }).click();
  const prompt = page.getByRole("dialog", { name: "延长有效期" });
  const until = prompt.getByLabel("有效至");
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16).replace("T", " ");
  await until.fill(tomorrow);
  await prompt.getByLabel("原因").fill("会员出差，晚一天来取");
  await prompt.getByRole("button", { name: "延长" }).click();
  await expectMarked(until, tomorrow, /./);
  expect(await prompt.getByLabel("原因").inputValue()).toBe("会员出差，晚一天来取");
  await expectGoodPage(page);
  await until.fill("2099-01-01 00:00");
  expect(await until.getAttribute("aria-invalid")).toBeNull();
});

test.runIf(isSlowTier)(
  "a form keeps what was typed after a network failure, and marks a refused field",
  async () => {
    const page = await browser.openAs("lead", "/tickets?tab=answers");
    const answers = ["network", "refused"];
    await page.route(/\/console\/api\/answers\//, (route) => {
      if (route.request().method() === "GET") return route.continue();
      if (answers.shift() === "network") return route.abort();
      const refusal = { status: false, code: "INPUT_INVALID", msg: "请检查输入" };
      return route.fulfill({ json: { ...refusal, data: { field: "title" } } });
    });
    browser.expectFailure(/\/answers\//, "no answer");
    await page.getByRole("button", { name: "新建回复" }).click();
    const form = page.getByRole("dialog", { name: "新建常用回复" });
    await form.getByLabel("编号").fill("late_topup");
    await form.getByLabel("标题").fill("充值较慢");
    await form.getByLabel("内容").fill("您好，充值正在处理，请稍候。");
    await form.getByLabel("申请原因").fill("常用");
    await expectFault(form, /^保存$/, /网络不通，没有收到回应/);
    expect(await form.getByLabel("标题").inputValue()).toBe("充值较慢");
    await form.getByRole("button", { name: "保存" }).click();
    await expectMarked(form.getByLabel("标题"), "充值较慢", /填写的内容不符合要求/);
    expect(await form.getByLabel("内容").inputValue()).toBe("您好，充值正在处理，请稍候。");
    await expectGoodPage(page);
  },
);

test.runIf(isSlowTier)(
  "a group robot outside the allowed hosts is refused at its field, and an allowed one is saved",
  async () => {
    const page = await browser.openAs("lead", "/alerts?state=recipients");
    const row = page.getByRole("row", { name: /卡密不足/ });
    await row.getByRole("button").first().click();
    const form = page.getByRole("dialog", { name: "通知对象：卡密不足" });
    await form.getByRole("checkbox").first().check();
    await form.getByLabel("通知群机器人").check();
    const robot = form.getByLabel("机器人地址");
    await form.getByLabel("时间").selectOption("day");
    await form.getByLabel("申请原因").fill("值班改到群里");
    for (const [typed, sentence] of [
      ["robot", /5|10/],
      ["不是地址不是地址不是地址", /机器人地址须是 https:/],
      ["https://robot.example.com/send?key=1", /主机 robot\.example\.com 不在允许名单里/],
    ] as const) {
      await robot.fill(typed);
      await form.getByRole("button", { name: "保存" }).click();
      await expectMarked(robot, typed, sentence);
    }
    expect(await form.getByLabel("申请原因").inputValue()).toBe("值班改到群里");
    await expectGoodPage(page);
    const hosts = (await form.getByText(/^企业微信.*允许的主机：/).textContent())
      ?.split("：")
      .at(-1);
    await robot.fill(`http://${hosts?.split("、")[0]}/robot/send?key=e2e-0001`);
    await form.getByRole("button", { name: "保存" }).click();
    await form.waitFor({ state: "detached" });
    await row.getByText(/0001/).waitFor();
    await row.getByText("8:00–22:00").waitFor();
  },
);

test.runIf(isSlowTier)(
  "a prompt keeps its reason after a network failure, and the next press succeeds",
  async () => {
    const { memberNo } = await createMember();
    const page = await browser.openAs("lead", `/members/${memberNo}`);
    let isOff = true;
    await page.route(/\/notes?$/, (route) => (isOff ? route.abort() : route.continue()));
    browser.expectFailure(/\/notes?$/, "no answer");
    await page.getByRole("button", { name: "备注" }).click();
    const prompt = page.getByRole("dialog", { name: "添加备注" });
    await prompt.getByLabel("原因").fill("会员下午再来电");
    await expectFault(prompt, /^添加备注$/, /网络不通，没有收到回应/);
    expect(await prompt.getByLabel("原因").inputValue()).toBe("会员下午再来电");
    isOff = false;
    await prompt.getByRole("button", { name: "添加备注" }).click();
    await prompt.waitFor({ state: "detached" });
    await page.getByRole("complementary").getByText("会员下午再来电").waitFor();
  },
);

test("a refused action on a batch marks its field, and keeps what was typed", async () => {
  const page = await browser.openAs("lead", "/batches?state=active");
  await page.getByRole("row").nth(1).getByRole("button").first().click();
  const panel = page.getByRole("complementary");
  const prompt = page.getByRole("dialog");
  await panel.getByRole("button", { name: "冻结" }).click();
  await prompt.getByLabel("到序号").fill("90000");
  await prompt.getByLabel("原因").fill("渠道异常");
  await prompt.getByRole("button", { name: "冻结", exact: true }).click();
  await expectMarked(prompt.getByLabel("到序号"), "90000", /这批共 \d+ 张/);
  expect(await prompt.getByLabel("原因").inputValue()).toBe("渠道异常");
  await expectGoodPage(page);
  await prompt.getByRole("button", { name: "取消" }).click();
  await panel.getByRole("button", { name: "延期" }).click();
  await prompt.getByLabel("延到").fill("2026-01-01 00:00");
  await prompt.getByLabel("原因").fill("渠道异常");
  await prompt.getByRole("button", { name: "延期", exact: true }).click();
  await expectMarked(prompt.getByLabel("延到"), "2026-01-01 00:00", /只能延后/);
});

test.runIf(isSlowTier)(
  "an invitation campaign's unknown coupon is refused at its field",
  async () => {
    const page = await browser.openAs("lead", "/invitations");
    await page.getByRole("button", { name: "新建邀请活动" }).click();
    const form = page.getByRole("dialog", { name: "新建邀请活动" });
    await form.getByLabel("活动名称").fill("好友同享二期");
    await form.getByLabel("开始").fill("2099-01-01 00:00");
    await form.getByLabel("结束").fill("2099-02-01 00:00");
    await form.getByLabel("预算").fill("1000");
    await form.getByLabel("邀请人得什么").first().selectOption("coupon");
    await form.getByLabel("邀请人优惠券活动编号").first().fill("no-such-coupon");
    await form.getByLabel("邀请人每张成本").first().fill("5");
    await form.getByLabel("每人每月").fill("50");
    await form.getByLabel("原因").fill("双十二活动");
    await form.getByRole("button", { name: "创建活动" }).click();
    const coupon = form.getByLabel("邀请人优惠券活动编号").first();
    await expectMarked(coupon, "no-such-coupon", /没有这个券/);
    expect(await form.getByLabel("活动名称").inputValue()).toBe("好友同享二期");
    await expectGoodPage(page);
  },
);

test("a lost connection loses nothing of a form, and the next press has one effect", async () => {
  const member = await createMember();
  const page = await browser.openAs("lead", "/adjustments");
  await page.getByRole("button", { name: "提议调账" }).click();
  const form = page.getByRole("dialog", { name: "提议调账" });
  await form.getByLabel("会员").fill(member.memberNo);
  await form.getByLabel("账户").selectOption({ label: "可用积分" });
  await form.getByLabel("变动积分").fill("60");
  await form.getByLabel("原因").fill("断网重试");
  browser.expectFailure(/\/adjustments$/, "no answer");
  await page.route("**/console/api/adjustments", (route) => route.abort(), { times: 1 });
  await form.getByRole("button", { name: "提交给第二人" }).click();
  await form.getByText("网络不通").waitFor();
  expect(await form.getByLabel("变动积分").inputValue()).toBe("60");
  expect(await form.getByLabel("原因").inputValue()).toBe("断网重试");
  await expectGoodPage(page);
  await form.getByRole("button", { name: "提交给第二人" }).click();
  await form.waitFor({ state: "detached" });
  const rows = page.getByRole("row", { name: new RegExp(member.memberNo) });
  await expect.poll(() => rows.count()).toBe(1);
});

/** Addresses of things that do not exist, with the request that fails: a panel, then pages. */
const NOTHING_THERE = [
  [`/approvals?open=adjust.${UNKNOWN_ID}`, /approvals/],
  ["/orders/20260101000000000000", /orders/],
  ["/members/999999999", /members/],
  [`/codes/${UNKNOWN_ID}`, /codes/],
  [`/batches?open=${UNKNOWN_ID}`, /batches/],
] as const;

test.each(NOTHING_THERE.slice(0, isSlowTier ? undefined : 2))(
  "%s says that nothing is there, and the page stays whole",
  async (path, failing) => {
    const page = await browser.openAs("lead", "/");
    browser.expectFailure(failing, 404);
    await page.goto(`${browser.origin}/console${path}`);
    await page
      .getByText(/内容不存在|没有这个|没有找到|不在/)
      .first()
      .waitFor();
    await expectGoodPage(page);
  },
);

test.runIf(isSlowTier)(
  "values of the address that no filter knows are dropped, and the list is there",
  async () => {
    const page = await browser.openAs("lead", "/orders?state=nonsense&span=99999");
    await settled(page);
    await expectGoodPage(page);
  },
);
