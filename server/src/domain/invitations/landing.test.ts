/**
 * What a visitor sees of an invitation before the login: the inviter by name and face, what both
 * get, and the coupons for newcomers; without an inviter for a code without an active owner.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTestTemplate } from "../coupons/testing.ts";
import { codeOf } from "./actions.ts";
import { inviteLanding, inviterFace } from "./actions/landing.ts";
import type { PosterMemberReader } from "./posters/port.ts";
import { createInvitationTestEnv } from "./test-env.fixture.ts";

const ADDRESS = "10.9.9.9";
let env: Awaited<ReturnType<typeof createInvitationTestEnv>>;
beforeAll(async () => {
  env = await createInvitationTestEnv("1370", { inviteVisitsPerAddressHour: 20 });
});
afterAll(() => env.close());

const members: PosterMemberReader = {
  posterMemberOf: async () => ({ nickname: "小鲸", inviteCode: undefined }),
};
const landing = (inviteCode: string, address = ADDRESS) =>
  inviteLanding(env.context, env.db, members, { inviteCode, address });
const face = (inviteCode: string, address = ADDRESS) =>
  inviterFace(env.context, env.db, members, { inviteCode, address });
const PNG = [0x89, 0x50, 0x4e, 0x47];

test("I13 names who invites and what both get, by the rule in force", async () => {
  const code = await codeOf(env.context, env.db, await env.member());
  expect(await landing(code)).toEqual({ inviter: { nickname: "小鲸" }, coupons: [] });
  await env.campaign({
    inviter: { kind: "cash", percent: 5, capFen: 1_000 },
    invitee: { kind: "points", points: 200 },
  });
  expect(await landing(code.toUpperCase())).toMatchObject({
    inviter: { nickname: "小鲸" },
    inviterGift: "首笔订单现金实付的 5%，最高 10 元，可提现",
    inviteeGift: "200 积分",
  });
  expect((await face(code)).slice(0, 4)).toEqual(Buffer.from(PNG));
});

test("names the coupons for newcomers that are running and left, and no others", async () => {
  const only = { rules: { type: "amount", valueFen: 1_000, thresholdFen: 2_000 } } as const;
  await insertTestTemplate(env.db, "given", { ...only, givenOn: "register" });
  await insertTestTemplate(env.db, "new", { ...only, audience: { joinedWithinDays: 30 } });
  await insertTestTemplate(env.db, "all", only);
  await insertTestTemplate(env.db, "gold", {
    ...only,
    audience: { joinedWithinDays: 30, grades: [3] },
  });
  await insertTestTemplate(env.db, "gone", {
    ...only,
    audience: { joinedWithinDays: 30 },
    stock: [0],
  });
  await insertTestTemplate(env.db, "later", {
    ...only,
    audience: { joinedWithinDays: 30 },
    claimFrom: new Date(env.context.clock.now().getTime() + 3_600_000),
  });
  await insertTestTemplate(env.db, "stopped", { ...only, givenOn: "register", status: "paused" });
  const code = await codeOf(env.context, env.db, await env.member());
  const { coupons } = await landing(code);
  expect(coupons.map(({ templateId, isGiven }) => [templateId, isGiven])).toEqual([
    ["given", true],
    ["new", false],
  ]);
  expect(coupons[0]?.face).toMatchObject({ valueFen: 1_000, below: "满 20 可用" });
});

test("is the same without an inviter for an unknown code and for one whose owner is no member any more", async () => {
  const memberId = await env.member();
  const code = await codeOf(env.context, env.db, memberId);
  await env.query("UPDATE member SET status = 'FROZEN' WHERE member_id = $1", [memberId]);
  for (const unknown of ["nobodys0", "x", code]) {
    expect(await landing(unknown)).not.toHaveProperty("inviter");
    await expect(face(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("names no inviter to an address that tries many codes", async () => {
  const code = await codeOf(env.context, env.db, await env.member());
  for (let tried = 0; tried < 20; tried++) await landing("nobodys1", "10.8.8.8");
  expect(await landing(code, "10.8.8.8")).not.toHaveProperty("inviter");
  expect(await landing(code, "10.8.8.7")).toHaveProperty("inviter");
});
