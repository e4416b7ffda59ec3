/**
 * A friend opens an invitation link, registers and buys; the inviter sees the reward and its date.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, phone } from "../browser.ts";
import { logIn } from "../exchange-steps.ts";
import { openLoggedIn } from "../logged-in.ts";
import { ask, logInByPhone } from "../login.ts";
import { chooseTopUp, newPhone, payOutside, TOP_UP } from "../shop/shop.fixture.ts";

const device = phone();

/**
 * Shows the friend's reward as rejected by the risk check, and appeals; the first request fails.
 */
async function appealOverBadNetwork(page: Page): Promise<void> {
  let tries = 0;
  const rewardId = "00000000-0000-7000-8000-000000000000";
  const stateOf = (isAppealed: boolean) => ({
    state: "rejected",
    stateText: "未通过",
    reason: "账号环境异常，未计入邀请",
    appeal: isAppealed
      ? { rewardId, state: "waiting", stateText: "申诉中" }
      : { rewardId, state: "open", stateText: "可申诉", until: Date.now() + 86_400_000 },
  });
  await page.route("**/api/invite/rewards", async (route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = (await answer.json()) as { data: { list: object[] } };
    const list = data.list.map((friend) => ({ ...friend, ...stateOf(tries > 1) }));
    await route.fulfill({ json: { ...envelope, data: { ...data, list } } });
  });
  device.expectFailure(/^\/api\/invite\/rewards\/[^/]+\/appeal$/, "no answer");
  await page.route("**/api/invite/rewards/*/appeal", async (route) => {
    tries += 1;
    if (tries === 1) return route.abort();
    const data = { rewardId, state: "waiting", stateText: "申诉中" };
    return route.fulfill({ json: { status: true, code: 0, msg: "", data } });
  });
  await page.reload();
  await page.getByRole("button", { name: /^申诉尾号/ }).click();
  const sheet = page.getByRole("dialog", { name: "申诉" });
  const reasonField = sheet.getByLabel("申诉理由");
  await reasonField.fill("好友是我的同事，共用公司网络");
  await sheet.getByRole("button", { name: "提交申诉" }).click();
  await sheet.getByRole("alert").waitFor();
  expect(await reasonField.inputValue()).toBe("好友是我的同事，共用公司网络");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "提交申诉" }).click();
  await page.getByText("已提交申诉，复核结果会通知你").waitFor();
}

test("I3 I5 I10 a friend's first order gives a pending reward, with its date", async () => {
  const inviter = await logInByPhone(device.origin, newPhone());
  const { data } = await ask<{ data: { link: string; inviteCode: string } }>(
    `${device.origin}/api/invite`,
    { headers: { authorization: inviter.token } },
  );
  const friend = newPhone();
  const page = await device.open(`/?inviteCode=${data.inviteCode}&from=link`, {
    serviceWorkers: "block",
  });
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  await page.goto(`${device.origin}/pages/passport/login`);
  await logIn(page, device.origin, friend);
  await page.waitForFunction(() => localStorage.getItem("uni_id_token") !== null);
  await page.goto(device.origin + TOP_UP);
  const sheet = await chooseTopUp(page, "10 元", "13900000026");
  await sheet.getByRole("button", { name: "提交订单" }).click();
  await payOutside(page);

  const seen = await openLoggedIn(device, inviter, "/pages/invite/reward");
  const card = seen.getByText(`尾号${friend.slice(-4)}的朋友`);
  await card.waitFor();
  for (let tried = 0; tried < 20 && !(await seen.getByText(/预计 .* 到账/).isVisible()); tried++) {
    await seen.waitForTimeout(500);
    await seen.reload();
    await card.waitFor();
  }
  expect(await seen.getByText("待结算").count()).toBe(2);
  await seen.getByText(/预计 \d{4}-\d\d-\d\d 到账/).waitFor();
  await seen.getByRole("button", { name: "活动规则" }).click();
  await seen
    .getByRole("dialog", { name: "活动规则" })
    .getByText(/现金实付/)
    .first()
    .waitFor();
  await expectAccessible(seen);
  await appealOverBadNetwork(seen);
});
