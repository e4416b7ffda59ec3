/**
 * A suspicious member as one journey: the lead watches the member, a claim opens a case, the lead
 * blocks from the case, and the next claim is refused with a sentence that names no rule.
 */
import { expect, test, vi } from "vitest";
import { SETTLED_MS } from "../shop/shop.fixture.ts";
import { asMember, createMember } from "./console-calls.ts";
import { consoleBrowser, expectGoodAtBothWidths, settled } from "./console.fixture.ts";

const browser = consoleBrowser();

type Centre = { readonly list: readonly { readonly templateId: string; readonly state: string }[] };

test("a watched member's claim opens a case; blocked from it, the member reads no rule", async () => {
  const member = await createMember();
  const claim = async () => {
    const { list } = await asMember<Centre>(member, "/coupon-templates");
    const open = list.find(({ state }) => state === "claimable");
    return asMember(member, `/coupon-templates/${open?.templateId}/claim`, {});
  };

  const lead = await browser.openAs("lead", "/risk?tab=lists");
  await lead.getByRole("button", { name: "加入名单" }).click();
  const form = lead.getByRole("dialog", { name: "加入名单" });
  await form.getByLabel(/会员号/).fill("000000000");
  await form.getByLabel(/^原因/).fill("集中领券");
  await form.getByRole("button", { name: "加入名单" }).click();
  await form.getByRole("alert").getByText("没有这个会员，请核对会员号").waitFor();
  await form.getByLabel(/会员号/).fill(member.memberNo);
  await form.getByRole("button", { name: "加入名单" }).click();
  await form.waitFor({ state: "detached" });
  await lead.getByRole("row", { name: new RegExp(member.memberNo) }).waitFor();

  await claim();
  await lead.goto(`${browser.origin}/console/risk`);
  await settled(lead);
  await lead.getByRole("row", { name: new RegExp(member.memberNo) }).click();
  await lead.getByText("领券：记案件，放行").waitFor();
  await expectGoodAtBothWidths(lead);
  await lead.getByRole("button", { name: "拦截" }).click();
  const prompt = lead.getByRole("dialog", { name: `拦截「${member.memberNo}」` });
  await prompt.getByLabel("原因").fill("同一人多个账号");
  await prompt.getByRole("button", { name: "拦截" }).click();
  await prompt.waitFor({ state: "detached" });
  await lead.getByText(/裁定拦截：同一人多个账号/).waitFor();
  await vi.waitFor(() => expect(claim()).rejects.toThrow("现在不能领券，请稍后再试"), {
    timeout: SETTLED_MS,
    interval: 500,
  });
});
