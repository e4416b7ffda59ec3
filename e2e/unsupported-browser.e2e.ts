/** A browser that is too old gets a page that explains this and keeps the requested link. */
import { expect, test } from "vitest";
import { expectAccessible, overflowOf, phone, SMALL_PHONE } from "./browser.ts";

const device = phone();
const WANTED = "/pages/exchange/manifest?from=sms#code=ABCD-EFGH";

/** Opens a path in a browser without a feature that the oldest supported version has. */
async function openOld(path: string, forget: () => void) {
  const page = await device.open("/whale.svg", { serviceWorkers: "block" });
  await page.addInitScript(forget);
  await page.goto(device.origin + path);
  await page.waitForURL((url) => url.pathname === "/unsupported.html");
  return page;
}

test.each([
  ["Array.prototype.toSorted", () => Reflect.deleteProperty(Array.prototype, "toSorted")],
  ["import maps", () => Reflect.deleteProperty(HTMLScriptElement, "supports")],
])("a browser without %s gets a page with the supported versions", async (_name, forget) => {
  const page = await openOld(WANTED, forget);
  await page.getByRole("heading", { name: "这个浏览器版本太旧了" }).waitFor();
  await page.getByText("iOS 16.4").waitFor();
  expect(await page.getByRole("textbox").inputValue()).toBe(device.origin + WANTED);
  const again = page.getByRole("link", { name: "更新好了，重新打开" });
  expect(await again.getAttribute("href")).toBe(WANTED);
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  expect(await overflowOf(page)).toBe(0);
});

test.each(["//evil.test/", "javascript:alert(1)", "/\\evil.test", "%E0%A4%A"])(
  "an address of %s is not used as the link",
  async (wanted) => {
    const page = await device.open("/whale.svg", { serviceWorkers: "block" });
    await page.goto(`${device.origin}/unsupported.html#${wanted}`);
    const again = page.getByRole("link", { name: "更新好了，重新打开" });
    expect(await again.getAttribute("href")).toBe("/");
    expect(await page.getByRole("textbox").inputValue()).toBe(`${device.origin}/`);
  },
);

test("a supported browser never sees that page", async () => {
  const page = await device.open("/pages/exchange/manifest", { serviceWorkers: "block" });
  await page.getByRole("heading", { name: "兑换页面" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/exchange/manifest");
});
