/** A friend comes by a link, registers and buys; the inviter sees what it brings, and when. */
import { expect, test } from "vitest";
import { expectNoBarriers, phone } from "../browser.ts";
import { logIn } from "../journey.ts";
import { openWith } from "../logged-in.ts";
import { ask, logInByPhone } from "../login.ts";
import { chooseTopUp, newPhone, payOutside, TOP_UP } from "../shop/fixture.ts";

const device = phone();

test("I3 I5 I10 a friend's first order is a reward on its way, with its date", async () => {
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

  const seen = await openWith(device, inviter, "/pages/invite/reward");
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
  await expectNoBarriers(seen);
});
