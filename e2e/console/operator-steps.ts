/** Steps that operators take in many places: giving a reason, approving, hiring, making a role. */
import type { Page } from "playwright-core";
import { expectGoodPage, goTo, settled } from "./console.fixture.ts";
import { fill } from "./form-steps.ts";

export const dialog = (page: Page) => page.getByRole("dialog");

/** Gives the reason in the open form or prompt, and confirms it. */
export async function confirm(page: Page, reason: string, button: RegExp): Promise<void> {
  await dialog(page).getByRole("textbox", { name: /原因/ }).fill(reason);
  await dialog(page).getByRole("button", { name: button }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** Proposes operators with their roles, and lets the other administrator approve each. */
export async function hire(
  proposer: Page,
  approver: Page,
  operators: readonly (readonly [phone: string, name: string, roles: readonly string[]])[],
): Promise<void> {
  await goTo(proposer, "/operators");
  for (const [phone, name, roles] of operators) {
    await proposer.getByRole("button", { name: "邀请运营" }).click();
    await fill(dialog(proposer), { 手机号: phone, 姓名: name });
    for (const role of roles) await dialog(proposer).getByLabel(role, { exact: true }).check();
    await confirm(proposer, "开店人员", /^提交审批$/);
  }
  // The list of approvals would show what it read for the role.
  await approver.goto(new URL("/console/approvals", approver.url()).href);
  await settled(approver);
  for (const [, name] of operators) {
    await approver.getByText(`邀请运营「${name}」`).first().click();
    await approver.getByRole("button", { name: "同意授权" }).click();
    await confirm(approver, "人员属实", /^同意授权$/);
  }
}

/** Proposes a role of its own, which the other administrator approves. */
export async function makeRole(
  proposer: Page,
  approver: Page,
  role: { readonly name: string; readonly code: string; readonly permissions: readonly string[] },
): Promise<void> {
  await goTo(proposer, "/operators");
  await proposer.getByRole("button", { name: "新建角色" }).click();
  await fill(dialog(proposer), { 名称: role.name, 编码: role.code });
  for (const permission of role.permissions)
    await dialog(proposer).getByLabel(permission, { exact: true }).check();
  await expectGoodPage(proposer);
  await confirm(proposer, "按岗位授权", /^提交审批$/);
  await goTo(approver, "/approvals");
  await approver.getByText(role.name).first().click();
  await approver.getByRole("button", { name: "同意授权" }).click();
  await confirm(approver, "岗位属实", /^同意授权$/);
}

/** Another person agrees to what waits under this title. */
export async function agree(page: Page, title: string, button: string): Promise<void> {
  await goTo(page, "/approvals");
  await page.getByText(title).first().click();
  await page.getByRole("button", { name: button }).click();
  await confirm(page, "已核对", new RegExp(`^${button}`));
}
