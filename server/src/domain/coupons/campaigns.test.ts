/**
 * Campaigns: created by one person and approved by another, paused, stopped in three ways, and
 * granted to members.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  approveCampaign,
  campaignDetail,
  campaignFigures,
  campaignPage,
  claimCentre,
  changeCampaign,
  claimCoupon,
  copyCampaign,
  couponsOf,
  couponSubscriber,
  createCampaign,
  giveBirthdayCoupons,
  grantToMembers,
  createActiveCampaign,
  pauseCampaign,
  rejectCampaign,
  resumeCampaign,
  stopCampaign,
  submitCampaign,
  type TemplateDraft,
  warnOfBudgets,
} from "./actions.ts";
import { outlookOf } from "./outlook.ts";
import { type CouponTestEnv, createTestEnv, tally, outcomeOf } from "./testing.ts";

let testEnv: CouponTestEnv;
let maker: string;
let checker: string;
let phones = 10;
let campaigns = 0;
beforeAll(async () => {
  testEnv = await createTestEnv();
  maker = await testEnv.member(1);
  checker = await testEnv.member(2);
}, 60_000);
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const draft = (changes: Partial<TemplateDraft> = {}): TemplateDraft => ({
  templateId: `campaign-${++campaigns}`,
  title: "立减券",
  isListed: true,
  sort: campaigns,
  looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
  rules: { type: "amount", valueFen: 500 },
  validity: { mode: "claim", days: 7 },
  audience: {},
  limits: { perMember: 1 },
  ...changes,
});
type Figures = { total?: number; budgetFen?: number };
const create = (one: TemplateDraft, figures: Figures = {}) =>
  createCampaign(testEnv.context, testEnv.db, { actorId: maker, draft: one, ...figures });
const open = async (changes: Partial<TemplateDraft> = {}, figures: Figures = {}) => {
  const one = draft(changes);
  const operators = { actorId: maker, checkerId: checker };
  await createActiveCampaign(testEnv.context, testEnv.db, { ...operators, draft: one, ...figures });
  return one.templateId;
};
const by = (actorId: string, templateId: string) => ({ actorId, templateId, reason: "演练" });
const member = () => testEnv.member(++phones);
const claim = async (memberId: string, templateId: string, key = testEnv.context.ids.next()) =>
  claimCoupon(testEnv.context, testEnv.db, { memberId, templateId, key });
const centre = async (memberId: string, templateId: string) => {
  const { list } = await claimCentre(testEnv.context, testEnv.db, memberId, { pageSize: 100 });
  return list.find((one) => one.templateId === templateId);
};

describe("a campaign", () => {
  test("is activated by a second person's approval, and each step is recorded", async () => {
    const { context, db } = testEnv;
    const one = draft();
    const { templateId } = one;
    await create(one);
    const stranger = by(checker, templateId);
    await expect(submitCampaign(context, db, stranger)).rejects.toEqual(refusal("TWO_PERSONS"));
    await submitCampaign(context, db, by(maker, templateId));
    await expect(approveCampaign(context, db, by(maker, templateId))).rejects.toEqual(
      refusal("TWO_PERSONS"),
    );
    await rejectCampaign(context, db, by(checker, templateId));
    await submitCampaign(context, db, by(maker, templateId));
    await approveCampaign(context, db, by(checker, templateId));
    const again = approveCampaign(context, db, by(checker, templateId));
    await expect(again).rejects.toEqual(refusal("STATE_CHANGED"));
    expect((await claim(await member(), templateId)).state).toBe("available");
    const names = `SELECT array_agg(name ORDER BY name) FROM event
                   WHERE entity = 'coupon_template' AND data->>'templateId' = $1`;
    expect(await testEnv.ask(names, [templateId])).toEqual([
      "approved",
      "created",
      "rejected",
      "submitted",
      "submitted",
    ]);
  });

  test("must be complete, and its id unused", async () => {
    const wrong: [field: string, changes: Partial<TemplateDraft>][] = [
      ["rules.capFen", { rules: { type: "percent", percent: 80 } }],
      ["rules.percent", { rules: { type: "percent", percent: 100, capFen: 100 } }],
      ["rules.valueFen", { rules: { type: "amount", valueFen: 0 } }],
      ["validity.days", { validity: { mode: "claim", days: 0 } }],
      ["validity.until", { validity: { mode: "fixed", from: "2026-12-02", until: "2026-12-01" } }],
      ["perMember", { limits: { perMember: 0 } }],
      ["claimUntil", { claimFrom: new Date(2), claimUntil: new Date(1) }],
    ];
    for (const [field, changes] of wrong)
      await expect(create(draft(changes))).rejects.toMatchObject({
        code: "INPUT_INVALID",
        data: { field },
      });
    const one = draft();
    await create(one);
    await expect(create(one)).rejects.toMatchObject({
      code: "STATE_CHANGED",
      data: { field: "templateId" },
    });
    const nothing = pauseCampaign(testEnv.context, testEnv.db, by(maker, "nothing"));
    await expect(nothing).rejects.toEqual(refusal("NOT_FOUND"));
  });

  test("spreads its counts and its budget over buckets, to the last coupon and the last fen", async () => {
    const templateId = await open({}, { total: 333, budgetFen: 1_000_003 });
    const sum = (table: string, column: string) =>
      testEnv.ask(`SELECT sum(${column})::int FROM ${table} WHERE template_id = $1`, [templateId]);
    expect(await sum("campaign_stock", "total")).toBe(333);
    expect(await sum("campaign_spend", "budget_fen")).toBe(1_000_003);
    expect(await sum("campaign_stock", "1")).toBe(16);
    await claim(await member(), templateId);
    const figures = await campaignFigures(testEnv.db, testEnv.context.clock.sql());
    expect(figures.find((one) => one.templateId === templateId)).toMatchObject({
      status: "active",
      total: 333,
      claimed: 1,
      used: 0,
      budgetFen: 1_000_003,
      heldFen: 0,
      spentFen: 0,
    });
  });

  test("is found by its state, its type and its title, page by page", async () => {
    const templateId = await open();
    const list = async (query: Parameters<typeof campaignPage>[2]) => {
      const page = await campaignPage(testEnv.context, testEnv.db, query);
      return page.list.map((row) => row.templateId);
    };
    const all = await list({});
    expect(all).toContain(templateId);
    expect(await list({ keyword: templateId, state: "active", type: "amount" })).toEqual([
      templateId,
    ]);
    expect(await list({ keyword: templateId, state: "ended" })).toEqual([]);
    expect(await list({ keyword: templateId, type: "percent" })).toEqual([]);
    expect(await list({ keyword: templateId, to: 1 })).toEqual([]);
    expect(await list({ keyword: "%" })).toEqual([]);
    const { nextCursor = "" } = await campaignPage(testEnv.context, testEnv.db, { pageSize: 1 });
    expect(await list({ cursor: nextCursor })).toEqual(all.slice(1));
  });

  test("cannot be claimed while it is paused, and can after it resumes", async () => {
    const templateId = await open();
    const memberId = await member();
    await pauseCampaign(testEnv.context, testEnv.db, by(maker, templateId));
    expect(await outcomeOf(claim(memberId, templateId))).toBe("CLAIM_OVER");
    await resumeCampaign(testEnv.context, testEnv.db, by(maker, templateId));
    expect((await claim(memberId, templateId)).title).toBe("立减券");
  });

  test.each([
    ["keep", "granted", 1],
    ["unclaimed", "CLAIM_OVER", 1],
    ["unused", "CLAIM_OVER", 0],
  ] as const)(
    "stopped with %s: granting a promised coupon gives %s, and %i claimed ones stay usable",
    async (how, promised, left) => {
      const templateId = await open();
      const memberId = await member();
      await claim(memberId, templateId);
      await stopCampaign(testEnv.context, testEnv.db, { ...by(checker, templateId), how });
      expect(await outcomeOf(claim(await member(), templateId))).toBe("CLAIM_OVER");
      expect((await couponsOf(testEnv.db, memberId, testEnv.now())).length).toBe(left);
      expect(await outcomeOf(testEnv.grant(await member(), templateId, "code", "1"))).toBe(
        promised,
      );
    },
  );
});

describe("the claim centre", () => {
  test("shows coupons to claim, and the reason why one cannot be claimed", async () => {
    const soon = new Date(testEnv.now().getTime() + 3_600_000);
    const memberId = await member();
    const states = async (templateId: string) => {
      const { state, why } = (await centre(memberId, templateId)) ?? {};
      return [state, why];
    };
    expect(await states(await open())).toEqual(["claimable", undefined]);
    expect(await states(await open({}, { total: 0 }))).toEqual(["over", "已领完"]);
    expect(await states(await open({ claimFrom: soon }))).toEqual([
      "not_yet",
      "2026-11-20 13:00 开始领取",
    ]);
    const golden = await open({ audience: { grades: [3, 4] } });
    expect(await states(golden)).toEqual(["denied", "LV3 及以上会员专享"]);
    await expect(claim(memberId, golden)).rejects.toEqual(refusal("CLAIM_DENIED"));
    const once = await open();
    await claim(memberId, once);
    expect(await states(once)).toEqual(["claimed", "已达领取上限"]);
    const daily = await open({ limits: { perMember: 5, perDay: 1 } });
    await claim(memberId, daily);
    expect(await states(daily)).toEqual(["claimed", "今天已领过，明天再来"]);
    expect(await states(await open({ isListed: false }))).toEqual([undefined, undefined]);
  });

  test("offers coupons for new members only while they are new", async () => {
    const templateId = await open({ audience: { joinedWithinDays: 7 } });
    const memberId = await member();
    expect((await centre(memberId, templateId))?.state).toBe("claimable");
    testEnv.context.clock.advance(8 * 86_400_000);
    expect((await centre(memberId, templateId))?.why).toBe("新会员专享");
    testEnv.context.clock.advance(-8 * 86_400_000);
  });

  test("is paged, and filtered by category", async () => {
    const memberId = await member();
    const only = await open({
      rules: { type: "amount", valueFen: 1, only: { categories: ["x"] } },
    });
    const page = (input: object) => claimCentre(testEnv.context, testEnv.db, memberId, input);
    const first = await page({ pageSize: 2 });
    const next = await page({ pageSize: 100, cursor: first.nextCursor });
    const all = await page({ pageSize: 100 });
    expect([...first.list, ...next.list]).toEqual(all.list);
    expect(next.hasMore).toBe(false);
    const named = async (categoryCode: string) =>
      (await page({ pageSize: 100, categoryCode })).list.some((one) => one.templateId === only);
    expect([await named("x"), await named("y")]).toEqual([true, false]);
    await expect(page({ cursor: "no cursor" })).rejects.toEqual(refusal("BAD_REQUEST"));
  });

  test("grants one coupon for one key, however often it is repeated", async () => {
    const templateId = await open({ limits: { perMember: 5 } });
    const memberId = await member();
    const tries = Array.from({ length: 20 }, () => claim(memberId, templateId, "same"));
    const ids = (await Promise.all(tries)).map(({ id }) => id);
    expect(Object.keys(tally(ids)).length).toBe(1);
    expect((await couponsOf(testEnv.db, memberId, testEnv.now())).length).toBe(1);
  });
});

test("an operator's grant reaches each member once, and records its reason", async () => {
  const templateId = await open();
  const memberIds = [await member(), await member()];
  const gift = { actorId: maker, templateId, source: "compensation", reason: "补偿" } as const;
  const give = (members: readonly string[]) =>
    grantToMembers(testEnv.context, testEnv.db, { ...gift, memberIds: members, ref: "sorry" });
  expect(await give(memberIds)).toBe(2);
  expect(await give([...memberIds, await member()])).toBe(1);
  const reasons = "SELECT count(*)::int FROM event WHERE name = 'given' AND reason = '补偿'";
  expect(await testEnv.ask(reasons)).toBe(3);
});

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
