/**
 * Campaigns: created by one person and approved by another, paused, stopped in three ways, and
 * granted to members.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  approveCampaign,
  campaignFigures,
  campaignPage,
  campaignsToday,
  claimCentre,
  claimCoupon,
  countCampaigns,
  couponsOf,
  grantToMembers,
  pauseCampaign,
  rejectCampaign,
  resumeCampaign,
  stopCampaign,
  submitCampaign,
  type TemplateDraft,
} from "./actions.ts";
import { campaignActions } from "./campaigns.fixture.ts";
import { type CouponTestEnv, createTestEnv, tally, outcomeOf } from "./testing.ts";

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

  test("is counted in its state, under the other filters of the list", async () => {
    const { context, db } = testEnv;
    const templateId = await open();
    const one = { keyword: templateId };
    const none = { draft: 0, review: 0, active: 0, paused: 0, ended: 0, archived: 0 };
    expect(await countCampaigns(db, one)).toEqual({ ...none, active: 1 });
    await pauseCampaign(context, db, by(maker, templateId));
    expect(await countCampaigns(db, one)).toEqual({ ...none, paused: 1 });
    expect(await countCampaigns(db, { ...one, type: "percent" })).toEqual(none);
    const all = Object.values(await countCampaigns(db, {})).reduce((sum, n) => sum + n, 0);
    expect(all).toBe((await campaignFigures(db, context.clock.sql())).length);
  });

  test("adds what it gave today to the figures of the day", async () => {
    const { context, db } = testEnv;
    const templateId = await open();
    const before = await campaignsToday(db, context.clock.sql());
    await claim(await member(), templateId);
    const after = await campaignsToday(db, context.clock.sql());
    expect(after).toEqual({ ...before, given: before.given + 1 });
    const tomorrow = new Date(testEnv.now().getTime() + 86_400_000);
    expect(await campaignsToday(db, tomorrow)).toMatchObject({ given: 0, used: 0, offFen: 0 });
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

  test("a visitor without a login reads what every member may claim", async () => {
    const { context, db } = testEnv;
    const ids = {
      everyone: await open(),
      firstOrder: await open({ rules: { type: "amount", valueFen: 1, firstOrder: true } }),
      golden: await open({ audience: { grades: [3, 4] } }),
      newcomer: await open({ audience: { joinedWithinDays: 7 } }),
    };
    await claim(await member(), ids.everyone);
    const { list } = await claimCentre(context, db, undefined, { pageSize: 100 });
    const seen = (id: string) => list.find(({ templateId }) => templateId === id);
    expect(seen(ids.everyone)).toMatchObject({ state: "claimable", claimed: 0 });
    expect(seen(ids.firstOrder)?.state).toBe("claimable");
    expect(seen(ids.golden)).toMatchObject({ state: "denied", why: "LV3 及以上会员专享" });
    expect(seen(ids.newcomer)).toMatchObject({ state: "denied", why: "新会员专享" });
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
