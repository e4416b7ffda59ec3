/**
 * Two browsers, maker and checker: the approvals inbox by keyboard only and on a phone, by the wrong
 * person and after a change underneath; and the pages of the queues at both widths.
 */
import { isSlowTier } from "@yunjing/server/platform/repeat-count.fixture";
import { expect, test } from "vitest";
import { PHONE } from "../browser.ts";
import {
  consoleBrowser,
  expectGoodAtBothWidths,
  expectGoodPage,
  settled,
} from "./console.fixture.ts";
import { hasFocus, moveTo, pressOn } from "./keyboard.ts";
import { logInOperator, type OperatorRole } from "./operator-login.ts";

const browser = consoleBrowser();
const reason = "已核对两单，符合三档";
const pictures = process.env["PICTURES"];
let keys = 0;

type Line = { readonly approvalId: string; readonly title: string };

/** Calls an operation of the console over HTTP; returns its data, or the code of its refusal. */
async function call<T>(role: OperatorRole, method: "GET" | "POST", path: string, body?: object) {
  const { origin } = browser;
  const { token } = await logInOperator(origin, role);
  const answer = await fetch(`${origin}/console/api${path}`, {
    method,
    headers: {
      authorization: token,
      origin,
      "idempotency-key": `approvals-e2e-${Date.now()}-${++keys}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const read = (await answer.json()) as { status: boolean; code?: string; data: T };
  return { code: read.status ? "DONE" : (read.code ?? ""), data: read.data };
}

/** The number of the demo's first member, as the member's own profile says it. */
async function memberNo(): Promise<string> {
  const found = await call<{ list: readonly { memberNo: string }[] }>(
    "lead",
    "POST",
    "/members/find",
    {
      phone: "13800000001",
    },
  );
  return found.data.list[0]?.memberNo ?? "";
}

/** Proposes an adjustment as the maker; returns the inbox's line of it. */
async function propose(points: number): Promise<Line> {
  const entry = { account: "available", amount: points, reason: "话费充值两次超时，按三档补偿" };
  const made = await call<{ approvalId: string }>("lead", "POST", "/adjustments", {
    memberNo: await memberNo(),
    ...entry,
  });
  expect(made.code).toBe("DONE");
  const approvalId = `adjust.${made.data.approvalId}`;
  const detail = await call<Line>("checker", "GET", `/approvals/${approvalId}`);
  return { approvalId, title: detail.data.title };
}

test.runIf(isSlowTier)("the pages of the queues open without a fault at both widths", async () => {
  const page = await browser.openAs("lead", "/");
  for (const path of ["/", "/approvals", "/refunds", "/desk", "/alerts", "/jobs"]) {
    await page.goto(`${browser.origin}/console${path}`);
    await settled(page);
    if (pictures) await page.screenshot({ path: `${pictures}/${path.slice(1)}.png` });
    await expectGoodAtBothWidths(page);
  }
});

test("a checker approves another's adjustment with the keyboard only", async () => {
  const { approvalId, title } = await propose(120);
  const page = await browser.openAs("checker", "/approvals");
  await pressOn(page, page.getByRole("button", { name: title }).first(), "j");
  await page.getByRole("table", { name: "变更对比" }).waitFor();
  // The operator's own name, not the nickname of the account.
  await page.getByText("沈若溪").first().waitFor();
  if (pictures) await page.screenshot({ path: `${pictures}/approval-open.png` });
  await expectGoodAtBothWidths(page);
  await expect.poll(() => page.getByRole("button", { name: /同意并入账/ }).isEnabled()).toBe(true);
  const prompt = page.getByRole("dialog", { name: "同意提议" });
  const heading = page.getByRole("heading", { level: 2, name: title });
  expect(await hasFocus(heading)).toBe(true);
  // A closed prompt gives the focus back to the panel.
  await page.keyboard.press("a");
  await prompt.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(heading)).toBe(true);
  await page.keyboard.press("a");
  await moveTo(page, prompt.getByLabel("原因"));
  await page.keyboard.type(reason);
  await expectGoodAtBothWidths(page);
  await pressOn(page, prompt.getByRole("button", { name: /同意并入账/ }));
  await prompt.waitFor({ state: "detached" });
  const read = await call<{ state: string }>("lead", "GET", `/approvals/${approvalId}`);
  expect(read.data.state).toBe("approved");
});

test.runIf(isSlowTier)(
  "the maker sees 撤回 in place of the approval, and the checker is then told of the change",
  async () => {
    const { approvalId } = await propose(130);
    const checker = await browser.openAs("checker", `/approvals?open=${approvalId}`);
    await checker.getByRole("button", { name: /同意并入账/ }).waitFor();
    const maker = await browser.openAs("lead", `/approvals?box=made&open=${approvalId}`);
    expect(await maker.getByRole("button", { name: /同意并入账/ }).count()).toBe(0);
    await maker.getByRole("button", { name: "撤回" }).click();
    const ask = maker.getByRole("dialog", { name: "撤回提议" });
    await ask.getByLabel("原因").fill("金额填错了");
    await ask.getByRole("button", { name: "撤回" }).click();
    await ask.waitFor({ state: "detached" });
    await checker.getByRole("button", { name: /同意并入账/ }).click();
    const prompt = checker.getByRole("dialog", { name: "同意提议" });
    await prompt.getByLabel("原因").fill(reason);
    await prompt.getByRole("button", { name: /同意并入账/ }).click();
    await expect.poll(() => prompt.getByRole("alert").count()).toBeGreaterThan(0);
  },
);

test("a checker decides on a phone of 390 px", async () => {
  const { approvalId, title } = await propose(140);
  const page = await browser.openAs("checker", "/approvals", { viewport: PHONE });
  await page.getByRole("button", { name: title }).first().waitFor();
  await expectGoodPage(page);
  await page.getByRole("button", { name: title }).first().click();
  await page.getByRole("table", { name: "变更对比" }).waitFor();
  if (pictures) await page.screenshot({ path: `${pictures}/approval-390.png` });
  await expectGoodPage(page);
  await page.getByRole("button", { name: "不同意" }).click();
  const prompt = page.getByRole("dialog", { name: "不同意提议" });
  await prompt.getByLabel("原因").fill("缺少凭证");
  await expectGoodPage(page);
  await prompt.getByRole("button", { name: "不同意" }).click();
  await prompt.waitFor({ state: "detached" });
  const read = await call<{ state: string }>("lead", "GET", `/approvals/${approvalId}`);
  expect(read.data.state).toBe("rejected");
});
