/**
 * Coupon packs: what may be one, and that a pack is issued as a whole, on every way to a member, on
 * one budget.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { moveCoupons } from "./actions/merge.ts";
import {
  budgetHandler,
  campaignDetail,
  changeCampaign,
  claimCentre,
  claimCoupon,
  copyCampaign,
  couponsOf,
  createCampaign,
  giveLimitsOf,
  packRulesFor,
  revokeCoupon,
} from "./actions.ts";
import { giveOn } from "./actions/automatic.ts";
import { campaignActions } from "./campaigns.fixture.ts";
import { findDraft } from "./store/templates.ts";
import { type CouponTestEnv, createTestEnv, outcomeOf } from "./testing.ts";

let testEnv: CouponTestEnv;
let maker: string;
let checker: string;
let members = 0;
const campaigns = campaignActions(() => ({ testEnv, maker, checker }));
const { draft, open } = campaigns;
beforeAll(async () => {
  testEnv = await createTestEnv();
  maker = await testEnv.member(90_001);
  checker = await testEnv.member(90_002);
}, 60_000);
afterAll(() => testEnv.close());

const someone = () => testEnv.member(++members);
const id = () => testEnv.context.ids.next();
/** A draft of one coupon, which packs copy. */
async function part(rules: Parameters<typeof draft>[0] = {}): Promise<string> {
  const one = draft({ isListed: false, ...rules });
  await campaigns.create(one);
  return one.templateId;
}
const rulesOf = (...parts: readonly (readonly [templateId: string, count: number])[]) =>
  packRulesFor(
    testEnv.db,
    parts.map(([templateId, count]) => ({ templateId, count })),
  );
/** A running pack of two coupons of ¥5 and one of 8.8折, at most ¥10. */
async function openPack(
  changes: Parameters<typeof open>[0] = {},
  figures: Parameters<typeof open>[1] = {},
): Promise<string> {
  const five = await part({ title: "五元券" });
  const rate = await part({
    title: "折扣券",
    rules: { type: "percent", percent: 88, capFen: 1_000 },
  });
  const rules = await rulesOf([five, 2], [rate, 1]);
  return open({ title: "新人券包", rules, limits: { perMember: 1 }, ...changes }, figures);
}
const titlesOf = async (memberId: string) =>
  (await couponsOf(testEnv.db, memberId, testEnv.now())).map(({ title }) => title).toSorted();
const WHOLE = ["五元券", "五元券", "折扣券"];
const claim = (memberId: string, templateId: string, key: string = id()) =>
  claimCoupon(testEnv.context, testEnv.db, { memberId, templateId, key });

describe("a draft of a pack", () => {
  const create = (rules: Awaited<ReturnType<typeof rulesOf>>) =>
    createCampaign(testEnv.context, testEnv.db, { actorId: maker, draft: draft({ rules }) });
  const fault = (text: string) =>
    expect.objectContaining({
      data: { field: "rules.parts", text: expect.stringContaining(text) },
    });

  test("needs two coupons, has at most twenty, and each campaign once", async () => {
    const one = await part();
    const two = await part();
    await expect(create(await rulesOf([one, 1]))).rejects.toEqual(fault("至少要有 2 张"));
    await expect(create(await rulesOf([one, 11], [two, 10]))).rejects.toEqual(fault("最多 20 张"));
    await expect(create(await rulesOf([one, 1], [one, 1]))).rejects.toEqual(fault("选了两次"));
    await expect(create(await rulesOf([one, 10], [two, 10]))).resolves.toBeUndefined();
  });

  test("has no pack, no unknown campaign, and no coupon that counts its uses per member", async () => {
    const once = await part({ rules: { type: "amount", valueFen: 500, oncePerPerson: true } });
    const pack = await openPack();
    await expect(rulesOf([pack, 1])).rejects.toEqual(fault("不能再放券包"));
    await expect(rulesOf(["unknown", 1])).rejects.toEqual(fault("不存在"));
    await expect(create(await rulesOf([once, 2]))).rejects.toEqual(fault("每人只能用一次"));
  });

  test("copies its coupons: a later change of their campaign does not reach it", async () => {
    const source = draft({ isListed: false, title: "旧名" });
    await campaigns.create(source);
    const pack = draft({ rules: await rulesOf([source.templateId, 2]) });
    await campaigns.create(pack, { total: 40 });
    await changeCampaign(testEnv.context, testEnv.db, {
      actorId: maker,
      draft: { ...source, title: "新名" },
      sinceVersion: 1,
    });
    const newId = `${pack.templateId}-copy`;
    const from = { actorId: maker, templateId: pack.templateId, newId };
    await copyCampaign(testEnv.context, testEnv.db, from);
    const copied = await findDraft(testEnv.db, newId);
    expect(copied).toMatchObject({ total: 40, draft: { rules: { parts: [{ title: "旧名" }] } } });
    expect(
      await testEnv.ask("SELECT sum(total)::int FROM campaign_stock WHERE template_id = $1", [
        newId,
      ]),
    ).toBe(80);
  });
});

describe("a pack is issued as a whole", () => {
  test("by one claim, once per person", async () => {
    const member = await someone();
    const pack = await openPack();
    const key = id();
    const first = await claim(member, pack, key);
    expect(first).toMatchObject({ kind: "coupon", title: "五元券", templateId: pack });
    expect(await claim(member, pack, key)).toMatchObject({ id: first.id });
    expect(await outcomeOf(claim(member, pack))).toBe("CLAIM_LIMIT");
    expect(await titlesOf(member)).toEqual(WHOLE);
  });

  test("on registration, and by operators and purchases under their own references", async () => {
    const member = await someone();
    await openPack({ isListed: false, givenOn: "register" });
    const event = { memberId: member, on: "register", ref: "once" } as const;
    expect(await giveOn(testEnv.context, testEnv.db, event)).toBe(1);
    expect(await giveOn(testEnv.context, testEnv.db, event)).toBe(0);
    expect(await titlesOf(member)).toEqual(WHOLE);
    const other = await someone();
    const pack = await openPack();
    expect(await testEnv.grant(other, pack, "purchase", "item:1:1")).toBe("granted");
    expect(await testEnv.grant(other, pack, "purchase", "item:1:2")).toBe("granted");
    expect(await testEnv.grant(other, pack, "purchase", "item:1:2")).toBe("replay");
    expect(await titlesOf(other)).toHaveLength(6);
    const revoke = "SELECT coupons_revoke($1, 'purchase', 'item:1', 'refund', $2)";
    expect(await testEnv.ask(revoke, [other, testEnv.now()])).toBe(6);
  });

  test("or not at all, when fewer coupons are left than one pack has", async () => {
    const pack = await openPack({}, { total: 2 });
    const outcomes = [];
    for (const _ of [1, 2, 3])
      outcomes.push(await outcomeOf(claim(await someone(), pack).then(() => "got")));
    expect(outcomes).toEqual(["got", "got", "CLAIM_OVER"]);
    expect(
      await testEnv.ask("SELECT sum(claimed)::int FROM campaign_stock WHERE template_id = $1", [
        pack,
      ]),
    ).toBe(6);
  });

  test("or not at all, when a rule of one of its coupons bars the member", async () => {
    const member = await someone();
    const wechat = await part({ rules: { type: "amount", valueFen: 500, channels: ["wechat"] } });
    const pack = await open({ rules: await rulesOf([wechat, 1], [await part(), 1]) });
    expect(await outcomeOf(claim(member, pack))).toBe("CLAIM_DENIED");
    expect(await titlesOf(member)).toEqual([]);
    const { list } = await claimCentre(testEnv.context, testEnv.db, member, {});
    expect(list.find(({ templateId }) => templateId === pack)?.state).toBe("denied");
  });

  test("the database refuses a part of it, whoever writes it", async () => {
    const pack = await openPack();
    const member = await someone();
    const insert = (coupons: number, size: number | null, ref = "by hand") =>
      outcomeOf(
        testEnv.ask(
          `INSERT INTO member_coupon (member_id, id, template_id, source, source_ref, pack_seq, pack_size, pack_next,
             bucket, snapshot, state, valid_from, valid_until, created_at)
           SELECT $1, gen_random_uuid(), $2, 'grant', $5, n, $4::int, n % $4::int + 1, 0, '{}', 'AVAILABLE', now(), now(), now()
           FROM generate_series(1, $3::int) n RETURNING 'written'`,
          [member, pack, coupons, size, ref],
        ),
      );
    expect(await insert(2, 3)).toBe("member_coupon_whole_pack");
    expect(await insert(4, 3)).toBe("member_coupon_pack_order");
    expect(await insert(2, 2)).toBe("member_coupon_pack_size");
    expect(await insert(1, 1)).toBe("member_coupon_pack_size");
    expect(await insert(1, null)).toBe("member_coupon_moved");
    expect(await insert(3, 3)).toBe("written");
  });
});

describe("the budget and the figures of a pack", () => {
  test("count every coupon of it", async () => {
    const pack = await openPack({}, { total: 10, budgetFen: 1_000 });
    const member = await someone();
    await claim(member, pack);
    const coupons = await couponsOf(testEnv.db, member, testEnv.now());
    const fives = coupons.filter(({ title }) => title === "五元券").map(({ couponId }) => couponId);
    const rest = coupons.filter(({ title }) => title === "折扣券").map(({ couponId }) => couponId);
    const order = id();
    await testEnv.lock(member, order, fives, [500, 400]);
    expect(await testEnv.use(member, order)).toBe(true);
    expect(await outcomeOf(testEnv.lock(member, id(), rest, [101]))).toBe("COUPON_UNUSABLE");
    const { campaign, parts } = await campaignDetail(testEnv.context, testEnv.db, pack);
    expect(campaign).toMatchObject({ type: "pack", size: 3, total: 30, claimed: 3, used: 2 });
    expect(parts).toMatchObject([
      { title: "五元券", count: 2, given: 2, used: 2, offFen: 900 },
      { title: "折扣券", count: 1, given: 1, used: 0, offFen: 0 },
    ]);
    const limits = await giveLimitsOf(testEnv.context, testEnv.db, pack);
    expect(limits).toMatchObject({ offFen: 2_000, couponsLeft: 9, budgetLeftFen: 100 });
  });

  test("a raise adds whole packs", async () => {
    const pack = await openPack({}, { total: 1 });
    const raise = { payload: { templateId: pack, addCoupons: 2 }, checker, reason: "演练" };
    await transaction(testEnv.db, (tx) =>
      budgetHandler.onApproved(testEnv.context, tx, raise as never),
    );
    expect(await giveLimitsOf(testEnv.context, testEnv.db, pack)).toMatchObject({ couponsLeft: 3 });
  });

  test("a single coupon of it is taken back alone, and a merge of accounts keeps its place", async () => {
    const member = await someone();
    const pack = await openPack();
    await claim(member, pack);
    const [first] = await couponsOf(testEnv.db, member, testEnv.now());
    const act = { memberId: member, couponId: first?.couponId ?? "", operatorId: maker };
    await revokeCoupon(testEnv.context, testEnv.db, { ...act, reason: "误发", key: id() });
    const into = await someone();
    const move = { from: member, into, ref: "merge", now: testEnv.now() };
    expect(await transaction(testEnv.db, (tx) => moveCoupons(tx, move))).toBe(2);
    expect(await titlesOf(into)).toHaveLength(2);
    const { parts } = await campaignDetail(testEnv.context, testEnv.db, pack);
    expect(parts?.map(({ given }) => given)).toEqual([2, 1]);
  });

  test("the claim centre shows it as one entry with its coupons", async () => {
    const pack = await openPack({ sort: 0 });
    const { list } = await claimCentre(testEnv.context, testEnv.db, await someone(), {
      pageSize: 50,
    });
    expect(list.find(({ templateId }) => templateId === pack)).toMatchObject({
      title: "新人券包",
      state: "claimable",
      face: { type: "amount", valueFen: 2_000, below: "共 3 张" },
      pack: {
        size: 3,
        mostFen: 2_000,
        coupons: [
          { title: "五元券", count: 2, face: { valueFen: 500 } },
          { title: "折扣券", count: 1, face: { rate: 8.8 } },
        ],
      },
    });
  });
});
