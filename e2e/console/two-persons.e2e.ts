/**
 * Two persons in browsers of their own: a refund above ¥500, an adjustment, a withdrawal above
 * ¥2,000 and a batch of codes. Each also by the wrong person, after a day, after a change, and by
 * two checkers at once; the ledger says at the end what has moved.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { asMember, callAs } from "./console-calls.ts";
import { consoleBrowser, expectGoodPage } from "./console.fixture.ts";
import type { OperatorRole } from "./operator-login.ts";
import { type Kind, kinds, orderOf, refund } from "./two-person-kinds.ts";

const browser = consoleBrowser();
const reason = "已核对，同意";
const inboxPath = (id: string): string => `/approvals?open=${encodeURIComponent(id)}`;

/** Presses the checker's button in the open panel; returns the prompt, ready to be confirmed. */
async function beginApproval(page: Page, { approve }: Kind) {
  const button = page.getByRole("button", { name: approve }).last();
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  const prompt = page.getByRole("dialog", { name: "同意提议" });
  await prompt.getByLabel("原因").fill(reason);
  return { prompt, confirm: () => prompt.getByRole("button", { name: approve }).click() };
}

/** Confirms, and returns the sentence of the refusal; "" after a success. */
async function outcomeOf({ prompt, confirm }: Awaited<ReturnType<typeof beginApproval>>) {
  await confirm();
  const refusal = prompt.getByRole("alert");
  await expect
    .poll(async () => (await refusal.count()) > 0 || !(await prompt.isVisible()))
    .toBe(true);
  return (await prompt.isVisible()) ? ((await refusal.textContent()) ?? "") : "";
}

/** Tries to approve over HTTP with the etag that the lead reads; returns the code. */
async function approveAs(role: OperatorRole, id: string): Promise<string> {
  const path = `/approvals/${encodeURIComponent(id)}`;
  const { data } = await callAs<{ etag: string }>("lead", "GET", path);
  return (await callAs(role, "POST", `${path}/approve`, { etag: data.etag, reason })).code;
}

describe.each(isSlowTier ? kinds : kinds.slice(0, 2))("$name", (kind) => {
  // The rules are the same for every kind: the suite tries the first one in every wrong way.
  const isWhole = isSlowTier || kind === kinds[0];

  test("is proposed by one person, and two checkers at once approve it once", async () => {
    const subject = await kind.prepare();
    const maker = await browser.openAs("lead", "/");
    await kind.proposeInBrowser(maker, subject);
    const id = await kind.approvalId(subject);
    expect(await kind.moved(subject)).toBe(0);
    const prompts = [];
    for (const role of ["checker", "supervisor"] as const) {
      const page = await browser.openAs(role, inboxPath(id));
      prompts.push(await beginApproval(page, kind));
    }
    const outcomes = await Promise.all(prompts.map(outcomeOf));
    expect(outcomes.toSorted()).toEqual(["", expect.stringContaining("状态已变化")]);
    await expect.poll(() => kind.moved(subject)).toBe(kind.amount);
    const balance = await callAs<{ totals: readonly { difference: number }[] }>(
      "lead",
      "GET",
      "/books/balance",
    );
    expect(balance.data.totals.map(({ difference }) => difference)).toEqual([0, 0]);
  });

  test.runIf(isWhole)(
    "is refused to its maker and to a person without the permission",
    async () => {
      const subject = await kind.prepare();
      await kind.propose(subject);
      const id = await kind.approvalId(subject);
      const maker = await browser.openAs("lead", inboxPath(id));
      await maker.getByText("不能审批自己的提议").waitFor();
      expect(await maker.getByRole("button", { name: kind.approve }).count()).toBe(0);
      expect(await approveAs("lead", id)).toBe("TWO_PERSONS");
      browser.expectFailure(/\/approvals\//, 403);
      const other = await browser.openAs("marketing", inboxPath(id));
      await other.getByText("您没有这个权限").waitFor();
      expect(await approveAs("marketing", id)).toBe("NO_PERMISSION");
      expect(await kind.moved(subject)).toBe(0);
    },
  );

  test.runIf(isWhole)("is refused after a change underneath, and after a day", async () => {
    const subject = await kind.prepare();
    await kind.propose(subject);
    const changed = await kind.approvalId(subject);
    const page = await browser.openAs("checker", inboxPath(changed));
    const stale = await beginApproval(page, kind);
    await kind.change(subject);
    expect(await outcomeOf(stale)).toContain("状态已变化");
    expect(await stale.prompt.getByLabel("原因").inputValue()).toBe(reason);
    expect(await kind.moved(subject)).toBe(0);

    const late = await kind.prepare();
    await kind.propose(late);
    const id = await kind.approvalId(late);
    await page.goto(`${browser.origin}/console${inboxPath(id)}`);
    const expired = await beginApproval(page, kind);
    await kind.expire(id);
    expect(await outcomeOf(expired)).toContain("申请已超过 24 小时");
    expect(await kind.moved(late)).toBe(0);
  });
});

test("a refund that needs two persons is approved by one with fewer units", async () => {
  const { member, ref } = await refund.prepare();
  if (member === undefined) throw new Error("no member bought it");
  const [item] = (await orderOf(ref)).items;
  const units = [{ itemId: item?.itemId, quantity: 3 }];
  await asMember(member, `/orders/${ref}/refund`, { items: units, reason: "买多了" });
  const refundNo = (await orderOf(ref)).refunds[0]?.refundNo;
  const page = await browser.openAs("lead", `/refunds?open=${refundNo}`);
  const panel = page.getByRole("complementary", { name: `退款 ${refundNo}` });
  await panel.getByText("申请的全部").waitFor();
  const less = panel.getByRole("button", { name: /^少退一份/ });
  for (let unit = 0; unit < 3; unit++) await less.click();
  expect(await panel.getByRole("button", { name: "选择要退的份数" }).isEnabled()).toBe(false);
  const more = panel.getByRole("button", { name: /^多退一份/ });
  await more.click();
  await panel.getByText("申请 ¥562.80").waitFor();
  await expectGoodPage(page);
  await panel.getByRole("button", { name: "批准并退 ¥187.60" }).click();
  const prompt = page.getByRole("dialog");
  await prompt.getByLabel("原因").fill(reason);
  await prompt.getByRole("button", { name: "批准并退 ¥187.60" }).click();
  await prompt.waitFor({ state: "detached" });
  await expect.poll(() => refund.moved({ ref })).toBe(18_760);
});
