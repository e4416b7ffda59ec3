/**
 * When the agreements have changed since a member accepted them, the app asks for consent again,
 * once.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { TERMS_VERSION } from "@yunjing/contract/limits";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, phone, SMALL_PHONE, overflowOf } from "./browser.ts";
import { type Grant, openLoggedIn } from "./logged-in.ts";
import { logInByPhone } from "./login.ts";

const device = phone();
const EARLIER = "2025-01-01";

async function acceptedBy({ token }: Grant): Promise<string> {
  const answer = await fetch(`${device.origin}/api/member/me`, {
    headers: { authorization: token },
  });
  const { data } = (await answer.json()) as { data: { termsVersion: string } };
  return data.termsVersion;
}

/** Waits until the page has loaded what asks for consent, and a moment for its request. */
async function consentChecked(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/terms-gate.js")),
  );
  await page.waitForTimeout(500);
}

test("the new agreements can be read first, and are accepted once", async () => {
  const grant = await logInByPhone(device.origin, "13700000051", EARLIER);
  const page = await openLoggedIn(device, grant, "/pages/user/settings", { viewport: SMALL_PHONE });
  const termsDialog = page.getByRole("alertdialog", { name: "协议已更新" });
  await termsDialog.waitFor();
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
  await termsDialog.getByRole("link", { name: "《隐私政策》" }).click();
  await page.waitForURL(/\/pages\/passport\/terms\?type=privacy/);
  await termsDialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "隐私政策" }).waitFor();
  await page.getByRole("button", { name: "返回" }).click();
  await termsDialog.getByRole("button", { name: "同意并继续" }).click();
  await page.getByText("已同意新版协议").waitFor();
  expect(await acceptedBy(grant)).toBe(TERMS_VERSION);
  await page.reload();
  await page.getByText("137****0051").waitFor();
  await consentChecked(page);
  expect(await termsDialog.count()).toBe(0);
});

test.runIf(isSlowTier)(
  "public pages do not ask for consent; when dismissed, the request appears again on the next page",
  async () => {
    const grant = await logInByPhone(device.origin, "13700000052", EARLIER);
    const page = await openLoggedIn(device, grant, "/pages/exchange/manifest");
    const termsDialog = page.getByRole("alertdialog", { name: "协议已更新" });
    await consentChecked(page);
    expect(await termsDialog.count()).toBe(0);
    await page.getByRole("button", { name: "首页" }).click();
    await termsDialog.waitFor();
    await page.keyboard.press("Escape");
    await termsDialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "我的" }).click();
    await termsDialog.waitFor();
    expect(await acceptedBy(grant)).toBe(EARLIER);
  },
);

test.runIf(isSlowTier)("a member who does not agree can log out", async () => {
  const grant = await logInByPhone(device.origin, "13700000053", EARLIER);
  const page = await openLoggedIn(device, grant, "/pages/user/settings");
  const termsDialog = page.getByRole("alertdialog", { name: "协议已更新" });
  await termsDialog.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL(/\/pages\/passport\/login\?referer=/);
  expect(await page.evaluate(() => localStorage.getItem("uni_id_token"))).toBeNull();
});

test("a version that is not in force is refused, and the refusal names the current one", async () => {
  const { token } = await logInByPhone(device.origin, "13700000054", EARLIER);
  const answer = await fetch(`${device.origin}/api/member/terms`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ termsVersion: EARLIER }),
  });
  expect(await answer.json()).toMatchObject({
    status: false,
    code: "TERMS_CHANGED",
    data: { termsCurrent: TERMS_VERSION },
  });
});
