/**
 * A code with two uses and three choices: a guest uses it for a mobile top-up, a member takes the
 * second use, and a third person gets the uniform refusal text.
 */
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, freshCode, phone } from "./browser.ts";
import { logIn } from "./exchange-steps.ts";
import { readPixels } from "./read-pixels.ts";
import { newPhone } from "./shop/shop.fixture.ts";

const device = phone();
const DELIVERED_MS = 30_000;
const MANIFEST = "/pages/exchange/manifest";

/** Looks the code up in a new browser context. */
async function lookUp(code: string): Promise<Page> {
  const page = await device.open(`${MANIFEST}#code=${code}`);
  await page.getByRole("button", { name: "查询能兑什么" }).click();
  return page;
}

test("two callers redeem a shared code for different choices, and a third gets the uniform refusal", async () => {
  const code = await freshCode(device.origin, "choice-3");

  const guest = await lookUp(code);
  await guest.getByText("还可兑换 1 次").waitFor();
  expect(await guest.getByRole("radio").count()).toBe(3);
  await expectAccessible(guest);
  await guest.getByRole("radio", { name: /移动话费/ }).check({ force: true });
  const redeem = guest.getByRole("button", { name: "兑换移动话费 10 元，用掉 1 次" });
  await redeem.click();
  await guest.getByText("请填写").first().waitFor();
  await guest.getByRole("textbox").first().fill("13712340001");
  await redeem.click();
  await guest.getByText("你的兑换次数就用完了").waitFor();
  await guest.getByRole("button", { name: "确认兑换" }).click();
  await guest.getByText("移动话费 10 元已兑换").waitFor();
  await guest.getByRole("button", { name: "看订单" }).click();
  await guest.getByText("充值成功").first().waitFor({ timeout: DELIVERED_MS });

  const member = await lookUp(code);
  await member.getByRole("radio", { name: /外卖红包/ }).check({ force: true });
  await member.getByRole("button", { name: "登录后兑换" }).click();
  await member.waitForURL((url) => url.pathname === "/pages/passport/login");
  await logIn(member, device.origin, newPhone());
  await member.getByRole("radio", { name: /外卖红包/ }).check({ force: true });
  await member.getByRole("button", { name: /^兑换外卖红包/ }).click();
  await member.getByRole("button", { name: "确认兑换" }).click();
  await member.getByText("外卖红包 6 张已兑换").waitFor();

  const third = await lookUp(code);
  await third.getByText("兑换码无效或已使用").first().waitFor();
});

test("the head of an opened code shows the uploaded picture of its first choice, above the tint", async () => {
  const code = await freshCode(device.origin, "choice-3");
  const page = await device.open("about:blank");
  const photo = {
    pictureId: "00000000-0000-4000-8000-000000000001",
    alt: "一杯拿铁",
    widths: [192],
  };
  // No benefit of the demo's codes has an upload; only the address of a picture is added.
  await page.route("**/api/exchange/**", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace('"manifest":{', `"manifest":{"photo":${JSON.stringify(photo)},`);
    await route.fulfill({ response, body });
  });
  const bytes = await picture("image/png", { width: 192, height: 192 });
  await page.route("**/pictures/**", (route) =>
    route.fulfill({ body: bytes, contentType: "image/png" }),
  );
  await page.goto(`${device.origin}${MANIFEST}#code=${code}`);
  await page.getByRole("button", { name: "查询能兑什么" }).click();
  const shown = page.getByRole("img", { name: photo.alt });
  await shown.waitFor();
  // The left half of the picture is red; the tint behind it is not.
  const { data, width, height } = await readPixels(await shown.screenshot());
  const place = 4 * (Math.floor(height / 2) * width + Math.floor(width / 4));
  expect(Array.from(data.slice(place, place + 4))).toEqual([255, 0, 0, 255]);
  await expectAccessible(page);
});
