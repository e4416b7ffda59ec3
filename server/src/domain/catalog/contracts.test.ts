/** Shared fulfilment terms: a benefit that chose them reads as they say, from its next publication. */
import type { BenefitDraft, ContractTerms } from "@yunjing/contract/schemas/operators/goods";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import {
  benefitDetail,
  contractDetail,
  textsOfTerms,
  contractForms,
  contractLines,
  createShop,
  goodsDetail,
  publishBenefit,
  saveDraft,
  setContract,
} from "./actions.ts";
import { createTestDraft, testDraftDeps } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 2_000 });
const operatorId = context.ids.next();
const reason = "统一规则";
const { namesOf } = testDraftDeps;
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

const inStore: ContractTerms = {
  delivery: "card",
  usedIn: "store",
  form: [],
  slaSeconds: 60,
  refundRule: "never",
  validDays: 45,
  lateMoney: "revive",
};
const set = (sinceVersion: number, more: object = {}) =>
  setContract(
    context,
    db,
    {
      code: "in-store",
      name: "到店券",
      terms: inStore,
      isOn: true,
      ...more,
      sinceVersion,
      reason,
      operatorId,
    },
    namesOf,
  );
const detail = (benefitId: string) => goodsDetail(context, db, testDraftDeps, benefitId);
const save = (benefitId: string, sinceVersion: number, draft: BenefitDraft) =>
  saveDraft(context, db, testDraftDeps, { benefitId, sinceVersion, draft, operatorId });
const basedOn = { code: "in-store", version: 0 };

/** What a member reads under a heading of a benefit's rules. */
async function ruleOf(benefitId: string, title: string): Promise<string | undefined> {
  context.clock.advance(2_000);
  const shop = createShop(context, db, () => undefined);
  const page = await benefitDetail(shop, { benefitId }, { memberId: undefined, grade: 1 });
  return page.rules.find((rule) => rule.title === title)?.text;
}

test("a benefit takes the terms over, and members read their texts", async () => {
  expect(await set(0)).toBe(1);
  const { sinceVersion, draft } = await createTestDraft(context, db, {
    benefitId: "latte",
    operatorId,
    priceFen: 500,
  });
  const chosen = { ...draft, contract: { ...draft.contract, basedOn } };
  const version = await save("latte", sinceVersion, chosen);
  const saved = (await detail("latte")).draft;
  expect(saved.contract).toEqual({ ...inStore, basedOn: { code: "in-store", version: 1 } });
  await publishBenefit(context, db, {
    benefitId: "latte",
    sinceVersion: version,
    operatorId,
    reason,
  });
  expect(await ruleOf("latte", "退款规则")).toBe("兑换成功后不支持退款。发放失败会自动全额退回。");
  const { texts, inUse } = await contractDetail(db, namesOf, "in-store");
  expect(texts.rules.find(({ title }) => title === "退款规则")?.text).toBe(
    await ruleOf("latte", "退款规则"),
  );
  expect(inUse).toEqual([{ benefitId: "latte", title: "latte", version: 1 }]);
});

test("terms that are not stored show the texts that they would give", async () => {
  const { texts } = await contractDetail(db, namesOf, "in-store");
  expect(textsOfTerms(inStore)).toEqual(texts);
  expect(textsOfTerms({ ...inStore, refundRule: "unused_auto" })).not.toEqual(texts);
});

test("changed terms reach members with the next publication, and the list says who is behind", async () => {
  await set(1, { terms: { ...inStore, refundRule: "unused_auto" } });
  expect(await ruleOf("latte", "退款规则")).toContain("不支持退款");
  expect(await contractLines(db, namesOf)).toMatchObject({
    list: [{ code: "in-store", version: 2, benefits: 1, behind: 1 }],
  });
  const { sinceVersion, draft } = await detail("latte");
  const version = await save("latte", sinceVersion, draft);
  await publishBenefit(context, db, {
    benefitId: "latte",
    sinceVersion: version,
    operatorId,
    reason,
  });
  expect(await ruleOf("latte", "退款规则")).toBe("未使用可随时申请退款，原路退回。");
  const { behind, versions } = await contractDetail(db, namesOf, "in-store");
  expect(behind).toBe(0);
  expect(versions.map((one) => one.version)).toEqual([2, 1]);
});

test("terms that are off cannot be chosen; a stale change is refused with the present terms", async () => {
  await set(2, { isOn: false });
  const { sinceVersion, draft } = await detail("latte");
  await expect(save("latte", sinceVersion, draft)).rejects.toMatchObject({
    data: { field: "draft.contract.basedOn" },
  });
  await expect(set(2)).rejects.toMatchObject({
    code: "STATE_CHANGED",
    data: { current: { version: 3, isOn: false } },
  });
});

test.each([
  ["a top-up without an account", { terms: { ...inStore, delivery: "topup" } }, "terms.form"],
  [
    "meals, which the shop does not sell",
    { terms: { ...inStore, delivery: "meal" } },
    "terms.delivery",
  ],
  ["the name of other terms", { code: "other", name: "到店券" }, "name"],
  ["a forbidden name", { code: "other", name: "转发领红包" }, "name"],
] as const)("terms are refused for %s", async (_, more, field) => {
  const sinceVersion = "code" in more ? 0 : 3;
  await expect(set(sinceVersion, more)).rejects.toMatchObject({ data: { field } });
});

test("the presets can always be asked for", async () => {
  expect((await contractForms(db)).map(({ label }) => label)).toEqual(["充值手机号"]);
});
