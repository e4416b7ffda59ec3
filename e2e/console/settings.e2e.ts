/**
 * A limit of money as one journey: an administrator proposes it, the lead agrees, and members read
 * it within five seconds. Then a kill switch refuses top-ups with its sentence, and ends.
 */
import { expect, test, vi } from "vitest";
import { newPhone, openInWechat, SETTLED_MS } from "../shop/shop.fixture.ts";
import { callAs, dataAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, settled } from "./console.fixture.ts";

const browser = consoleBrowser();
/** How long a change takes to be in force on every process, in ms. */
const IN_FORCE_MS = 5_000;
const NAME = "topUpMinFen";

type Line = { readonly name: string; readonly version: number; readonly approvalId?: string };
const lineOf = async (): Promise<Line> => {
  const { list } = await dataAs<{ list: readonly Line[] }>("admin", "GET", "/settings");
  const line = list.find(({ name }) => name === NAME);
  if (!line) throw new Error(`${NAME} is not listed`);
  return line;
};

test("a limit changed by two persons is in force for members; a kill switch refuses and ends", async () => {
  const admin = await browser.openAs("admin", `/settings?open=${NAME}`);
  await admin.getByRole("button", { name: "修改", exact: true }).click();
  const form = admin.getByRole("dialog", { name: /修改「单笔充值最低」/ });
  await form.getByLabel(/^改为/).fill("60000");
  await form.getByLabel(/^原因/).fill("春节活动");
  await form.getByRole("button", { name: "提交审批" }).click();
  await form
    .getByRole("alert")
    .getByText(/需在 ¥1\.00 至 ¥1,000\.00 之间/)
    .waitFor();
  await form.getByLabel(/^改为/).fill("20");
  await form.getByRole("button", { name: "提交审批" }).click();
  await form.waitFor({ state: "detached" });
  await admin.getByText(/等第二人同意，/).waitFor();
  await expectGoodAtBothWidths(admin);

  const { approvalId = "" } = await lineOf();
  const lead = await browser.openAs("checker", `/approvals?open=setting.${approvalId}`);
  await lead.getByRole("button", { name: /同意并生效/ }).click();
  const prompt = lead.getByRole("dialog", { name: "同意提议" });
  await prompt.getByLabel("原因").fill("同意");
  await prompt.getByRole("button", { name: /同意并生效/ }).click();
  await prompt.waitFor({ state: "detached" });

  const { page } = await openInWechat(browser, newPhone(), "/pages/user/topup", () => "pays");
  const typeAmount = async (yuan: string) => {
    await page.getByRole("radio", { name: /其他金额/ }).check({ force: true });
    await page.getByRole("textbox", { name: "充值金额" }).fill(yuan);
  };
  await vi.waitFor(
    async () => {
      await page.reload();
      await typeAmount("15");
      await page.getByText("最低充值 ¥20").waitFor({ timeout: 2_000 });
    },
    { timeout: IN_FORCE_MS + SETTLED_MS },
  );

  await admin.goto(`${browser.origin}/console/settings?tab=switches`);
  await settled(admin);
  await expectGoodAtBothWidths(admin);
  const endsAt = Date.now() + 3_600_000;
  const off = { isOff: true, endsAt, sinceVersion: 0, reason: "渠道维护" };
  await dataAs("admin", "PUT", "/flags/topup", off);
  await typeAmount("25.5");
  await page.getByRole("checkbox").check({ force: true });
  browser.expectFailure(/wallet\/topups/, 503);
  await page.getByRole("button", { name: "充值 ¥25.50" }).click();
  await page.getByText(/充值暂停服务，预计 .* 恢复/).waitFor({ timeout: SETTLED_MS });
  expect(await page.getByRole("textbox", { name: "充值金额" }).inputValue()).toBe("25.5");

  await admin.reload();
  await settled(admin);
  await admin.getByRole("row", { name: /余额充值/ }).click();
  const open = admin.getByRole("dialog", { name: "恢复「余额充值」" });
  await open.getByLabel("原因").fill("渠道已恢复");
  await open.getByRole("button", { name: "恢复「余额充值」" }).click();
  await open.waitFor({ state: "detached" });
  await vi.waitFor(
    async () => {
      const { data } = await callAs<{ list: readonly { name: string; isOff: boolean }[] }>(
        "admin",
        "GET",
        "/flags",
      );
      expect(data.list.find(({ name }) => name === "topup")?.isOff).toBe(false);
    },
    { timeout: IN_FORCE_MS },
  );
  await page.getByRole("button", { name: "充值 ¥25.50" }).click();
  await page.getByRole("dialog", { name: "充值成功" }).waitFor({ timeout: SETTLED_MS });

  // The other tests of this product find the installation's own figure.
  const { version } = await lineOf();
  const back = { version: 0, sinceVersion: version, reason: "活动结束" };
  const proposed = await dataAs<{ approvalId: string }>(
    "admin",
    "POST",
    `/settings/${NAME}/rollback`,
    back,
  );
  const id = `setting.${proposed.approvalId}`;
  const { etag } = await dataAs<{ etag: string }>("checker", "GET", `/approvals/${id}`);
  await dataAs("checker", "POST", `/approvals/${id}/approve`, { etag, reason: "同意" });
});
