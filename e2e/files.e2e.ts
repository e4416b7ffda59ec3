/**
 * A member's own pictures in a browser: the profile picture, and the pictures attached to a refund
 * request.
 */
import { undecodableJpeg, picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "./browser.ts";
import { openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";
import {
  askForRefund,
  buyCards,
  CARD,
  newPhone,
  openInWechat,
  SETTLED_MS,
} from "./shop/shop.fixture.ts";

const device = phone();
const ME = "/pages/user/index";
const file = async (name: string, bytes: Buffer | Promise<Buffer>, mimeType = "image/jpeg") => ({
  name,
  mimeType,
  buffer: await bytes,
});

test("C06 a member sets a profile picture, and it is still there after a reload", async () => {
  const member = await logInByPhone(device.origin, newPhone());
  const page = await openLoggedIn(device, member, ME);
  const input = page.getByLabel("更换头像");
  device.expectFailure(/^\/cloud\/upload$/, 400);
  await input.setInputFiles(await file("broken.jpg", undecodableJpeg));
  await page.getByText("图片打不开，请换一张").waitFor();
  await input.setInputFiles(
    await file("large.png", picture("image/png", { width: 1_200, height: 900 }), "image/png"),
  );
  await page.getByText("头像已更换").waitFor();
  await page.reload();
  const shown = page.locator("label:has(input[type=file]) img");
  await shown.waitFor();
  const size = await shown.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );
  expect(size).toBe(512);
  expect(await shown.getAttribute("src")).toMatch(
    /^\/cloud\/\d{4}\/\d{2}\/[0-9a-f-]{36}\/avatar\/\d{13}_0\.png\?/,
  );
  await page.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(page)).toBe(0);
});

test("pictures are attached to a refund; a broken one gives a message, and the other input is kept", async () => {
  const { page } = await openInWechat(device, newPhone(), CARD, () => "pays");
  await buyCards(page, 3);
  const sheet = await askForRefund(page);
  const input = sheet.getByLabel("添加凭证图片");
  device.expectFailure(/^\/cloud\/upload$/, 400);
  await input.setInputFiles([
    await file("one.jpg", picture("image/jpeg")),
    await file("broken.jpg", undecodableJpeg),
    await file("two.webp", picture("image/webp"), "image/webp"),
  ]);
  await sheet.getByAltText("凭证 1，已上传").waitFor();
  await sheet.getByAltText("凭证 3，已上传").waitFor();
  await sheet.getByRole("status").getByText("图片打不开，请换一张").waitFor();
  await expectAccessible(page);
  const submit = sheet.getByRole("button", { name: /^提交，退回 ¥5\d\d/ });
  await sheet.getByRole("button", { name: "有图片没传上，请先移除" }).waitFor();
  await sheet.getByRole("button", { name: "移除凭证 2" }).click();
  await submit.click();
  const records = sheet.getByRole("list", { name: "退款记录" });
  await records.getByText("待审核").waitFor({ timeout: SETTLED_MS });
  const shown = records.getByRole("list", { name: "凭证图片" }).getByRole("img");
  await expect.poll(() => shown.count()).toBe(2);
  for (const image of await shown.all())
    expect(
      await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
    ).toBe(40);
  await page.setViewportSize(SMALL_PHONE);
  await shown.first().click();
  await page.getByRole("dialog").getByAltText("凭证 1").waitFor();
});
