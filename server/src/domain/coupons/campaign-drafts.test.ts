/**
 * Drafts that are changed and copied, coupons that no member claims, and what operators learn about
 * a budget.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  campaignDetail,
  changeCampaign,
  copyCampaign,
  couponSubscriber,
  giveBirthdayCoupons,
  pauseCampaign,
  submitCampaign,
  warnOfBudgets,
} from "./actions.ts";
import { campaignActions } from "./campaigns.fixture.ts";
import { outlookOf } from "./outlook.ts";
import { type CouponTestEnv, createTestEnv, outcomeOf } from "./testing.ts";

let testEnv: CouponTestEnv;
let maker: string;
let checker: string;
let phones = 10;
beforeAll(async () => {
  testEnv = await createTestEnv();
  maker = await testEnv.member(1);
  checker = await testEnv.member(2);
}, 60_000);
afterAll(() => testEnv.close());

const { draft, create, open, by, refusal } = campaignActions(() => ({ testEnv, maker, checker }));
const member = () => testEnv.member(++phones);

describe("a draft", () => {
  test("is changed by its maker alone, as a whole, and not by two pages at once", async () => {
    const { context, db } = testEnv;
    const one = draft();
    await create(one, { total: 10 });
    const wider = { ...one, title: "新人券", rules: { ...one.rules, valueFen: 800 } };
    const change = { actorId: maker, draft: wider, total: 500, budgetFen: 90_000, sinceVersion: 1 };
    await expect(changeCampaign(context, db, { ...change, actorId: checker })).rejects.toEqual(
      refusal("NO_PERMISSION"),
    );
    expect(await changeCampaign(context, db, change)).toBe(2);
    await expect(changeCampaign(context, db, change)).rejects.toEqual(refusal("STATE_CHANGED"));
    const { campaign, found } = await campaignDetail(context, db, one.templateId);
    expect(campaign).toMatchObject({ title: "新人券", total: 500, budgetFen: 90_000, claimed: 0 });
    expect(found).toMatchObject({ version: 2, draft: { rules: { valueFen: 800 } } });
    await submitCampaign(context, db, by(maker, one.templateId));
    await expect(changeCampaign(context, db, { ...change, sinceVersion: 2 })).rejects.toEqual(
      refusal("STATE_CHANGED"),
    );
  });

  test("loses its buckets only through the function that knows it is a draft", async () => {
    const templateId = await open({}, { total: 10 });
    const remove = testEnv.ask("DELETE FROM campaign_stock WHERE template_id = $1 RETURNING 1", [
      templateId,
    ]);
    expect(await outcomeOf(remove)).toBe("42501");
    const spread = "SELECT coupons_spread($1, '[5]', '[null]')";
    expect(await testEnv.ask(spread, [templateId])).toBe(false);
  });

  test("is copied from any campaign, by whoever copies it, with its limits and without its dates", async () => {
    const { context, db } = testEnv;
    const until = new Date(testEnv.now().getTime() + 86_400_000);
    const templateId = await open(
      { claimUntil: until, givenOn: "register", isListed: false },
      { total: 7 },
    );
    const newId = `${templateId}-copy`;
    await copyCampaign(context, db, { actorId: checker, templateId, newId });
    const { campaign, found } = await campaignDetail(context, db, newId);
    expect(campaign).toMatchObject({ status: "draft", total: 7, makerId: checker });
    expect(found.draft).toMatchObject({ givenOn: "register", limits: { perMember: 1 } });
    expect(found.draft).not.toHaveProperty("claimUntil");
    await expect(
      copyCampaign(context, db, { actorId: checker, templateId, newId }),
    ).rejects.toEqual(refusal("STATE_CHANGED"));
  });
});

describe("an automatic campaign", () => {
  const given = (memberId: string, templateId: string) =>
    testEnv.ask<number>(
      "SELECT count(*)::int FROM member_coupon WHERE member_id = $1 AND template_id = $2",
      [memberId, templateId],
    );

  test("gives to whom its audience is for, while it runs, and never to a returning member", async () => {
    const { context, db } = testEnv;
    const everybody = await open({ givenOn: "register", isListed: false });
    const gold = await open({ givenOn: "register", isListed: false, audience: { grades: [5] } });
    const paused = await open({ givenOn: "register", isListed: false });
    await pauseCampaign(context, db, by(maker, paused));
    const register = async () => {
      const memberId = await member();
      const event = { memberId, kind: "member.registered", ref: memberId } as const;
      return { memberId, deliver: () => couponSubscriber(context, db)(event) };
    };
    const newcomer = await register();
    await newcomer.deliver();
    await newcomer.deliver();
    const back = await register();
    await testEnv.asOwner(
      `UPDATE member SET is_returning = true WHERE member_id = '${back.memberId}'`,
    );
    await back.deliver();
    const counts = [everybody, gold, paused].map((id) => given(newcomer.memberId, id));
    expect(await Promise.all(counts)).toEqual([1, 0, 0]);
    expect(await given(back.memberId, everybody)).toBe(0);
  });

  test("of birthdays gives once a year, on the day or the day after an outage", async () => {
    const { context, db } = testEnv;
    const templateId = await open({ givenOn: "birthday", isListed: false });
    const born = async (birthday: string) => {
      const memberId = await member();
      await testEnv.asOwner(
        `UPDATE member SET birthday = '${birthday}' WHERE member_id = '${memberId}'`,
      );
      return memberId;
    };
    const at = (instant: string) =>
      context.clock.advance(Date.parse(instant) - testEnv.now().getTime());
    const members = [await born("02-28"), await born("02-29"), await born("03-01"), await member()];
    const counts = () => Promise.all(members.map((memberId) => given(memberId, templateId)));
    // 2027 has no leap day.
    at("2027-02-28T00:10:00+08:00");
    await Promise.all([giveBirthdayCoupons(context, db), giveBirthdayCoupons(context, db)]);
    expect(await counts()).toEqual([1, 1, 0, 0]);
    at("2027-03-02T00:10:00+08:00");
    await giveBirthdayCoupons(context, db);
    expect(await counts()).toEqual([1, 1, 1, 0]);
    at("2028-02-29T00:10:00+08:00");
    await giveBirthdayCoupons(context, db);
    expect(await counts()).toEqual([2, 2, 1, 0]);
  });

  test("cannot be listed in the claim centre as well", async () => {
    await expect(create(draft({ givenOn: "register" }))).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "isListed" },
    });
  });
});

test("operators are warned once when 80 % of a budget is spent or held", async () => {
  const { context, db } = testEnv;
  const templateId = await open({}, { budgetFen: 10_000 });
  const alerts = () =>
    testEnv.ask<number>("SELECT count(*)::int FROM alert WHERE subject = $1", [templateId]);
  const spend = (fen: number) =>
    testEnv.asOwner(
      `UPDATE campaign_spend SET spent_fen = ${fen} WHERE template_id = '${templateId}'`,
    );
  await spend(7_999);
  await warnOfBudgets(context, db);
  expect(await alerts()).toBe(0);
  await spend(8_000);
  await Promise.all([warnOfBudgets(context, db), warnOfBudgets(context, db)]);
  expect(await alerts()).toBe(1);
  context.clock.advance(2 * 86_400_000);
  await warnOfBudgets(context, db);
  expect(await alerts()).toBe(1);
});

test("a budget's end follows from what the last seven days that are over took off", () => {
  const days = (...offs: number[]) =>
    offs.map((offFen, at) => ({ day: String(at), given: offFen, used: offFen, offFen }));
  const money = { budgetFen: 10_000, heldFen: 500, spentFen: 2_500 };
  const at = (...offs: number[]) => outlookOf(money, days(...offs), 0);
  expect(at(0, 0, 1_000, 3_000, 9_999)).toEqual({ perDayFen: 2_000, endsAt: 3.5 * 86_400_000 });
  expect(at(9_000, 700, 700, 700, 700, 700, 700, 700, 0)).toMatchObject({ perDayFen: 700 });
  expect(at(0, 0, 1_000)).toMatchObject({ perDayFen: 1_000 });
  expect(at(0, 0, 0)).toBeUndefined();
  expect(outlookOf({ ...money, budgetFen: null }, days(1_000, 1_000), 0)).toBeUndefined();
  expect(outlookOf({ ...money, spentFen: 9_500 }, days(1_000, 1_000), 0)).toEqual({
    perDayFen: 1_000,
  });
});
