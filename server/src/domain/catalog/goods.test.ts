/** Operators make a benefit: its draft, the checklist, the publication, its versions. */
import type { BenefitDraft } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { decideApproval } from "../approvals/actions.ts";
import {
  benefitDetail,
  changePrice,
  createGoods,
  createShop,
  goodsDetail,
  goodsDiff,
  goodsPage,
  goodsVersions,
  lossApprovals,
  lossHandler,
  proposeLoss,
  publishBenefit,
  restoreVersion,
  saveDraft,
  sellables,
  unpublishBenefit,
} from "./actions.ts";
import { createTestDraft, createTestOffer, testDraftDeps } from "./testing.ts";

const DAY_MS = 86_400_000;
const context = testContext({ catalogSeenWithinMs: 2_000 });
const [ANNA, BEN] = [context.ids.next(), context.ids.next()];
const reason = "上新";
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const detail = (benefitId: string) => goodsDetail(context, db, testDraftDeps, benefitId);
const save = (benefitId: string, sinceVersion: number, draft: BenefitDraft, by = ANNA) =>
  saveDraft(context, db, testDraftDeps, { benefitId, sinceVersion, draft, operatorId: by });
const publish = (benefitId: string, sinceVersion: number, operatorId = ANNA) =>
  publishBenefit(context, db, { benefitId, sinceVersion, operatorId, reason });
const sellable = async (skuId: string) =>
  (await sellables(db, { skuIds: [skuId], grade: 1, now: context.clock.sql() })).get(skuId);

async function made(benefitId: string, more: { priceFen?: number; costFen?: number } = {}) {
  const { sinceVersion, draft } = await createTestDraft(context, db, {
    benefitId,
    operatorId: ANNA,
    ...more,
  });
  return { draft, version: await save(benefitId, sinceVersion, draft) };
}
async function published(benefitId: string) {
  const { draft, version } = await made(benefitId);
  await publish(benefitId, version);
  return { draft, version };
}

describe("a new benefit", () => {
  test("is seen by operators only, and its checklist names every missing field", async () => {
    await createTestDraft(context, db, { benefitId: "bare", operatorId: ANNA });
    const { sinceVersion, draft, checks, status } = await detail("bare");
    expect(status).toBe("draft");
    expect(await sellable("bare")).toBeUndefined();
    const tempting = { ...draft, title: "", subtitle: "分享得现金", tags: ["7 天有效"] };
    const version = await save("bare", sinceVersion, tempting);
    await expect(publish("bare", version)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
      data: {
        field: "title",
        missing: [
          { field: "title", text: "还没有名称" },
          { field: "texts", text: expect.stringContaining("不能写「分享得现金」") },
          { field: "contract.validDays", text: "文案「7 天有效」与有效期 30 天不一致" },
          { field: "skus.bare.price", text: "规格「bare」还没有价格" },
          { field: "skus.bare.routes", text: "规格「bare」没有可用的供应渠道" },
        ],
      },
    });
    expect(checks.filter(({ isGood }) => !isGood).map(({ field }) => field)).toEqual([
      "skus.bare.price",
      "skus.bare.routes",
    ]);
    expect((await detail("bare")).isDraftOpen).toBe(true);
  });

  test("is published complete, and members see it within two seconds on every process", async () => {
    const { version } = await made("latte");
    const shops = [0, 1].map(() => createShop(context, db, () => undefined));
    const seen = () =>
      Promise.all(
        shops.map(async (shop) => (await shop.catalog()).byId.get("latte")?.benefit.texts.title),
      );
    expect(await seen()).toEqual([undefined, undefined]);
    expect(await publish("latte", version)).toBe(1);
    context.clock.advance(2_000);
    expect(await seen()).toEqual(["latte", "latte"]);
    const [shop] = shops;
    const page = shop && (await benefitDetail(shop, { benefitId: "latte" }, GUEST));
    expect(page?.rules.map(({ title }) => title)).toContain("退款规则");
    expect(await sellable("latte")).toMatchObject({ isOn: true, priceFen: 500, version: 1 });
    await expect(publish("latte", version)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test.each([
    ["benefitId", { benefitId: "latte" }],
    ["brandCode", { brandCode: "nothing" }],
    ["categoryCode", { categoryCode: "nothing" }],
    ["delivery", { delivery: "meal" as const }],
    ["delivery", { delivery: "coupons" as const }],
  ])("is refused with its field %s", async (field, more) => {
    const goods = { benefitId: "other", title: "新", brandCode: "brand-1", operatorId: ANNA };
    const named = { ...goods, categoryCode: "category-1", delivery: "card" as const, ...more };
    await expect(createGoods(context, db, named)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field },
    });
  });
});

const GUEST = { memberId: undefined, grade: 1 };

describe("a draft", () => {
  test("of two editors is kept once, and the second gets the first one's draft", async () => {
    const { draft, version } = await published("shared");
    const first = await save("shared", version, { ...draft, title: "甲的名称" }, BEN);
    await expect(save("shared", version, { ...draft, title: "乙的名称" })).rejects.toMatchObject({
      code: "STATE_CHANGED",
      data: {
        current: { sinceVersion: first, draft: { title: "甲的名称" }, savedBy: { id: BEN } },
      },
    });
    expect((await detail("shared")).draft.title).toBe("甲的名称");
  });

  test("changes nothing for members until it is published", async () => {
    const { draft, version } = await published("quiet");
    const skus = draft.skus.map((sku) => ({
      ...sku,
      priceVersion: 1,
      price: { marketFen: 900, priceFen: 450, levels: { 2: 420 }, costFen: 300 },
    }));
    const since = await save("quiet", version, { ...draft, title: "新名称", skus });
    expect(await sellable("quiet")).toMatchObject({ title: "quiet", priceFen: 500 });
    expect(await goodsDiff(context, db, { benefitId: "quiet" })).toEqual([
      { field: "名称", before: "quiet", after: "新名称" },
      {
        field: "规格 quiet · 价格",
        before: "¥5.00、市场 ¥10.00",
        after: "¥4.50、市场 ¥9.00、2 级 ¥4.20",
      },
    ]);
    expect(await publish("quiet", since)).toBe(2);
    expect(await sellable("quiet")).toMatchObject({ title: "新名称", priceFen: 450, version: 2 });
  });

  test.each([
    ["brandCode", (draft: BenefitDraft) => ({ ...draft, brandCode: "nothing" })],
    ["skus", (draft: BenefitDraft) => ({ ...draft, skus: [] })],
    ["skus", (draft: BenefitDraft) => ({ ...draft, skus: [...draft.skus, ...draft.skus] })],
    [
      "skus.strict.stockMode",
      (draft: BenefitDraft) => ({
        ...draft,
        skus: draft.skus.map((sku) => ({ ...sku, stockMode: "own" as const })),
      }),
    ],
    [
      "skus.strict.routes",
      (draft: BenefitDraft) => ({
        ...draft,
        skus: draft.skus.map((sku) => ({
          ...sku,
          routes: [{ supplierId: "nobody", product: "x", costFen: 1 }],
        })),
      }),
    ],
    [
      "contract.delivery",
      (draft: BenefitDraft) => ({
        ...draft,
        contract: { ...draft.contract, delivery: "movie" as const },
      }),
    ],
    ["couponTemplateIds", (draft: BenefitDraft) => ({ ...draft, couponTemplateIds: ["none"] })],
  ])("is refused with its field %s", async (field, change) => {
    const known = await detail("strict").catch(() => published("strict"));
    const { sinceVersion, draft } = "sinceVersion" in known ? known : await detail("strict");
    await expect(save("strict", sinceVersion, change(draft))).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: `draft.${field}`, text: expect.any(String) },
    });
  });

  test("whose price was changed live meanwhile is refused until it was read again", async () => {
    const { draft, version } = await published("stale");
    const [sku] = draft.skus;
    const price = { marketFen: 900, priceFen: 450, levels: {}, costFen: 300 };
    const skus = sku ? [{ ...sku, priceVersion: 1, price }] : [];
    const since = await save("stale", version, { ...draft, skus });
    await changePrice(context, db, {
      ...price,
      priceFen: 600,
      skuId: "stale",
      sinceVersion: 1,
      operatorId: BEN,
    });
    await expect(publish("stale", since)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
      data: { field: "skus.stale.price" },
    });
    const seen = skus.map((one) => ({ ...one, priceVersion: 2 }));
    await publish("stale", await save("stale", since, { ...draft, skus: seen }));
    expect(await sellable("stale")).toMatchObject({ priceFen: 450, version: 3 });
  });

  test("keeps the contract of its orders: other terms are another contract", async () => {
    const { draft, version } = await published("terms");
    const contract = { ...draft.contract, validDays: 7 };
    await publish("terms", await save("terms", version, { ...draft, contract }));
    const { rows } = await db.execute<{ contract_id: string; valid_days: number }>(sql`
      SELECT contract_id, valid_days FROM fulfilment_contract WHERE contract_id LIKE 'terms.%' ORDER BY 1`);
    expect(rows).toEqual([
      { contract_id: "terms.v1", valid_days: 30 },
      { contract_id: "terms.v2", valid_days: 7 },
    ]);
  });
});

describe("the versions", () => {
  test("are compared, and an old one is restored into the draft and published again", async () => {
    const { draft, version } = await published("again");
    const since = await save("again", version, { ...draft, title: "第二版" });
    await publish("again", since, BEN);
    const { list } = await goodsVersions(context, db, testDraftDeps, { benefitId: "again" });
    expect(list.map((one) => [one.version, one.by.id])).toEqual([
      [2, BEN],
      [1, ANNA],
    ]);
    expect(await goodsDiff(context, db, { benefitId: "again", from: 1, to: 2 })).toEqual([
      { field: "名称", before: "again", after: "第二版" },
    ]);
    const restore = { benefitId: "again", version: 1, operatorId: ANNA, reason: "误改" };
    const stale = restoreVersion(context, db, testDraftDeps, { ...restore, sinceVersion: version });
    await expect(stale).rejects.toMatchObject({ code: "STATE_CHANGED" });
    const restored = await restoreVersion(context, db, testDraftDeps, {
      ...restore,
      sinceVersion: since,
    });
    expect(await publish("again", restored)).toBe(3);
    expect(await sellable("again")).toMatchObject({ title: "again", version: 1 });
  });

  test("of a benefit that was made before begin with what members saw", async () => {
    await createTestOffer(db, { id: "older", title: "老商品" });
    const { draft, sinceVersion } = await detail("older");
    expect(sinceVersion).toBe(0);
    const since = await save("older", 0, { ...draft, title: "改过" });
    expect(await publish("older", since)).toBe(2);
    expect(await goodsDiff(context, db, { benefitId: "older", from: 1, to: 2 })).toEqual([
      { field: "名称", before: "老商品", after: "改过" },
    ]);
  });
});

describe("a price below cost", () => {
  const propose = async (benefitId: string, version: number, days = 3) =>
    proposeLoss(context, db, {
      benefitId,
      sinceVersion: version,
      lossUntil: context.clock.now().getTime() + days * DAY_MS,
      maker: ANNA,
      reason: "清仓",
    });
  const approve = (approvalId: string, checker = BEN) =>
    decideApproval(
      context,
      db,
      { benefit_loss: lossHandler },
      { approvalId, checker, state: "approved", reason: "同意" },
    );

  test("is published by two persons, and ends by itself", async () => {
    const { draft, version } = await published("cheap");
    const skus = draft.skus.map((sku) => ({
      ...sku,
      priceVersion: 1,
      price: { marketFen: 900, priceFen: 350, levels: { 3: 290 }, costFen: 300 },
    }));
    const since = await save("cheap", version, { ...draft, skus });
    await expect(publish("cheap", since)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
      data: { missing: [{ field: "skus.cheap.price" }] },
    });
    await expect(propose("cheap", since, 8)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "lossUntil" },
    });
    const approvalId = await propose("cheap", since);
    await expect(approve(approvalId, ANNA)).rejects.toMatchObject({ code: "TWO_PERSONS" });
    const shown = await lossApprovals.find(context, db, { ref: approvalId, readerId: BEN });
    expect(shown?.changes[0]).toMatchObject({ field: "规格「cheap」每件毛利", after: "−¥0.10" });
    await approve(approvalId);
    expect(await sellable("cheap")).toMatchObject({ priceFen: 350, version: 2 });
    context.clock.advance(3 * DAY_MS);
    expect(await sellable("cheap")).toMatchObject({ priceFen: 500, version: 1 });
  });

  test("is not published when the draft has changed since the proposal", async () => {
    const { draft, version } = await made("moved", { priceFen: 100, costFen: 300 });
    const approvalId = await propose("moved", version);
    await save("moved", version, { ...draft, title: "又改了" });
    await expect(approve(approvalId)).rejects.toMatchObject({ code: "STATE_CHANGED" });
    expect((await detail("moved")).status).toBe("draft");
  });

  test("is proposed only for a draft that is complete besides", async () => {
    const { draft, version } = await made("sound");
    await expect(propose("sound", version)).rejects.toMatchObject({ code: "STATE_CHANGED" });
    const skus = draft.skus.map((sku) => ({ ...sku, routes: [] }));
    const since = await save("sound", version, { ...draft, skus });
    await expect(propose("sound", since)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
      data: { field: "skus.sound.routes" },
    });
  });

  test("is refused by the database without a second person, and so is an incomplete publication", async () => {
    const { draft } = await published("guarded");
    const put = (version: number, body: object, approvedBy: string | null) =>
      db.execute(sql`
        INSERT INTO benefit_version (benefit_id, version, body, reason, published_by, approved_by, published_at)
        VALUES ('guarded', ${version}, ${JSON.stringify(body)}::jsonb, 'x', 'a', ${approvedBy}, now())`);
    const priced = (price: object) => ({ ...draft, skus: [{ skuId: "guarded", price }] });
    const loss = priced({ priceFen: 1, costFen: 2, levels: {} });
    const level = priced({ priceFen: 3, costFen: 2, levels: { 2: 1 } });
    for (const body of [loss, level, { ...draft, skus: [] }, { ...draft, title: "" }, priced({})])
      await expect(put(7, body, null)).rejects.toThrow();
    await expect(put(7, loss, "a")).rejects.toThrow();
    await put(7, loss, "b");
    const missing = sql`UPDATE benefit SET version = 9 WHERE benefit_id = 'guarded'`;
    await expect(db.execute(missing)).rejects.toThrow();
  });
});

test("the list has drafts and live goods by pages, with price, margin and status", async () => {
  await made("listed-a");
  await published("listed-b");
  await unpublishBenefit(context, db, { benefitId: "listed-b", operatorId: ANNA, reason });
  const all = await goodsPage(context, db, { keyword: "listed" });
  expect(all.list).toMatchObject([
    { benefitId: "listed-a", status: "draft", isDraftOpen: true, skus: 0, version: 0 },
    {
      benefitId: "listed-b",
      status: "off",
      isDraftOpen: false,
      skus: 1,
      priceFen: 500,
      marginFen: 200,
    },
  ]);
  const first = await goodsPage(context, db, { keyword: "listed", pageSize: 1 });
  const cursor = first.nextCursor ?? "";
  const rest = await goodsPage(context, db, { keyword: "listed", pageSize: 1, cursor });
  expect(rest.list.map(({ benefitId }) => benefitId)).toEqual(["listed-b"]);
  expect((await goodsPage(context, db, { keyword: "listed", status: "on" })).list).toEqual([]);
});
