/**
 * Every write of an operator leaves in the audit what it changed: the object's state before and
 * after it, without secrets and whole phones.
 */
import type { Input, Name } from "@yunjing/contract/operations";
import { operatorPermissions } from "@yunjing/contract/permissions";
import type { AuditEntry } from "@yunjing/contract/schemas/operators/audit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditedWriteOf, consoleWrites } from "./audited-writes.fixture.ts";
import { inputs } from "./inputs.fixture.ts";
import { openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { openShopFixture, type ShopFixture } from "./shop.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const reason = "核实无误";
const LATER = 4_000_000_000_000;
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
let shop: ShopFixture;
let maker: Login;
let checker: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  exchange = await openExchangeFixture(testEnv);
  shop = await openShopFixture(testEnv, exchange);
  maker = await testEnv.logIn("13733300021", operatorPermissions);
  checker = await testEnv.logIn("13733300022", operatorPermissions);
}, 60_000);
afterAll(() => testEnv.close());

/** Writes without states: they store nothing, or only what is the operator's own. */
const WITHOUT_STATES = [
  "operatorAudiences.countSegment",
  "operatorAudiences.forecast",
  "operatorAudit.verify",
  "operatorCampaigns.simulate",
  "operatorCodes.lookup",
  "operatorContracts.preview",
  "operatorDining.checkPrices",
  "operatorExports.link",
  "operatorFiles.reveal",
  "operatorGoods.makePicture",
  "operatorGoods.preview",
  "operatorHomePage.preview",
  "operatorMembers.find",
  "operatorMembers.reveal",
  "operatorOrders.refundPreview",
  "operatorPassport.logout",
  "operatorPassport.stepUp",
  "operatorQueues.deleteView",
  "operatorQueues.saveView",
  "operatorQueues.setListSettings",
  "operatorSearch.search",
  "operatorSupply.test",
];

const names = consoleWrites.map(({ topic, name }) => [topic, name] as const);

test("every write of the console shows its object before and after, or stores nothing of others", () => {
  const { db } = testEnv;
  const without = names.filter(([topic, name]) => {
    const entry = auditedWriteOf(db, topic, name);
    if (entry === undefined) throw new Error(`${topic}.${name} has no entry`);
    return typeof entry !== "function" && entry !== "handler";
  });
  expect(without.map((each) => each.join(".")).toSorted()).toEqual(WITHOUT_STATES);
  for (const [topic, name] of without)
    expect(auditedWriteOf(db, topic, name)).toMatchObject({ reason: expect.any(String) });
});

test.each(names)("%s.%s does not fail for an object that does not exist", async (topic, name) => {
  const read = auditedWriteOf(testEnv.db, topic, name);
  if (typeof read !== "function") return;
  const input = new Map(Object.entries(inputs[topic])).get(name);
  const made = Object.fromEntries(
    [
      "approvalId",
      "batchId",
      "campaignId",
      "announcementId",
      "exportId",
      "entryId",
      "segmentId",
      "listId",
      "sendId",
    ].map((field) => [field, UNKNOWN_ID]),
  );
  const found: unknown[] = [await read(input, undefined, {}), await read(input, made, {})];
  const isState = (one: unknown) => one === undefined || typeof one === "object";
  expect(found.every(isState)).toBe(true);
});

type Topic = Parameters<ExchangeFixture["call"]>[0];

/** Calls an operation that must succeed, and returns its answer with the states of its audit. */
async function changed<T extends Topic, N extends Name<T>>(
  topic: T,
  name: N,
  input: Input<T, N>,
  by = maker,
) {
  const token = by.consoleToken;
  const answer = await exchange.call<T, N>(topic, name, input, { token });
  expect(answer.code, `${topic}.${String(name)}`).toBe("DONE");
  const { data } = await exchange.call<"operatorAudit", "list", { list: AuditEntry[] }>(
    "operatorAudit",
    "list",
    { operatorId: by.memberId },
    { token },
  );
  const line = data.list.find(({ operation }) => operation === `${topic}.${String(name)}`);
  return { ...line?.change, data: answer.data };
}

/** Agrees to a proposal in the approvals inbox; returns the states of its audit. */
async function agreed(approvalId: string) {
  const by = { token: checker.consoleToken };
  const seen = await exchange.call("operatorApprovals", "detail", { approvalId }, by);
  const decision = { approvalId, etag: seen.data["etag"] ?? "", reason };
  return changed("operatorApprovals", "approve", decision, checker);
}

async function valueOf(text: string, value: string): Promise<string> {
  const { rows } = await testEnv.db.$client.query<{ found: string }>(text, [value]);
  return rows[0]?.found ?? "";
}
const numberOf = (memberId: string) =>
  valueOf("SELECT member_no AS found FROM member WHERE member_id = $1", memberId);

test("a code's states and its longer validity are in the audit", async () => {
  await exchange.code("points-500");
  const codeId = await valueOf(
    "SELECT code_id AS found FROM code WHERE state = $1 ORDER BY code_id DESC LIMIT 1",
    "ACTIVE",
  );
  const frozen = await changed("operatorCodes", "freeze", { codeId, reason });
  expect(frozen).toMatchObject({
    object: codeId,
    before: { state: "ACTIVE" },
    after: { state: "FROZEN" },
  });
  const resumed = await changed("operatorCodes", "resume", { codeId, reason });
  expect(resumed).toMatchObject({ before: { state: "FROZEN" }, after: { state: "ACTIVE" } });
  const input = { codeId, validUntil: LATER, reason };
  const extended = await changed("operatorCodes", "extend", input);
  expect(extended.after?.["validUntil"]).toMatch(/^2096-/);
  expect(extended.before?.["validUntil"]).not.toEqual(extended.after?.["validUntil"]);
  const proposal = await changed("operatorCodes", "void", { codeId, reason });
  expect(proposal).toMatchObject({ before: {}, after: { state: "waiting" } });
});

test("a member's status, tags and notes, and a proposed phone without the phone", async () => {
  const { memberId } = await testEnv.logIn("13733300023");
  const memberNo = await numberOf(memberId);
  const restrict = { memberNo, status: "RESTRICTED", reason } as const;
  expect(await changed("operatorMembers", "restrict", restrict)).toMatchObject({
    object: memberNo,
    before: { status: "ACTIVE" },
    after: { status: "RESTRICTED" },
  });
  expect(await changed("operatorMembers", "lift", { memberNo, reason })).toMatchObject({
    before: { status: "RESTRICTED" },
    after: { status: "ACTIVE" },
  });
  const tagged = await changed("operatorMembers", "setTags", { memberNo, tags: ["重点"] });
  expect(tagged).toMatchObject({ before: { tags: [] }, after: { tags: ["重点"] } });
  const noted = await changed("operatorMembers", "note", { memberNo, text: "来电" });
  expect(noted).toMatchObject({ before: { notes: 0 }, after: { notes: 1 } });
  const phone = "13733300099";
  const rebind = await changed("operatorMembers", "rebind", { memberNo, phone, reason });
  expect(rebind).toMatchObject({ before: {}, after: { kind: "member_rebind", state: "waiting" } });
  expect(JSON.stringify(rebind.after)).not.toContain(phone);
  const approvalId = rebind.data["approvalId"] ?? "";
  expect(await agreed(`member_rebind.${approvalId}`)).toMatchObject({
    object: `member_rebind.${approvalId}`,
    before: { state: "waiting" },
    after: { state: "approved" },
  });
});

test("a member's coupon, and how many coupons of a campaign were given", async () => {
  const buyer = await shop.buyer();
  const memberNo = await numberOf(buyer.memberId);
  const couponId = await shop.coupon(buyer);
  const extension = { memberNo, couponId, validUntil: LATER, reason };
  const extended = await changed("operatorMembers", "extendCoupon", extension);
  expect(extended.after?.["validUntil"]).toMatch(/^2096-/);
  const revoked = await changed("operatorMembers", "revokeCoupon", { memberNo, couponId, reason });
  expect(revoked).toMatchObject({ object: couponId, before: { state: "AVAILABLE" } });
  expect(revoked.after).not.toMatchObject({ state: "AVAILABLE" });
  const templateId = await exchange.campaign(10);
  const gift = { templateId, memberNos: [memberNo], ref: "gift-1", reason };
  const given = await changed("operatorCampaigns", "give", gift);
  expect(given).toMatchObject({ object: templateId, before: { given: 0 }, after: { given: 1 } });
});

test("an adjustment from its proposal to its decision", async () => {
  const memberNo = await numberOf((await shop.buyer()).memberId);
  const adjustment = { memberNo, account: "available", amount: 10, reason } as const;
  const proposal = await changed("operatorAdjustments", "propose", adjustment);
  expect(proposal).toMatchObject({ before: {}, after: { kind: "adjust", state: "waiting" } });
  expect(await agreed(`adjust.${proposal.data["approvalId"] ?? ""}`)).toMatchObject({
    before: { state: "waiting" },
    after: { state: "approved" },
  });
});

test("an offer's price and stock, a supplier's money, and an order that is refunded", async () => {
  const sku = { skuId: "scarce", delta: 5, reason };
  const stocked = await changed("operatorCatalog", "changeStock", sku);
  expect(stocked.object).toBe("scarce");
  expect(stocked.after).not.toEqual(stocked.before);
  const topUp = { supplierId: "topup", amountFen: 100, reason };
  expect(await changed("operatorSupply", "topUp", topUp)).toMatchObject({
    before: { prepaidFen: 0 },
    after: { prepaidFen: 100 },
  });
  const buyer = await shop.buyer({ principalFen: 1_000 });
  const orderNo = await shop.order(buyer, shop.one("card"));
  expect(await changed("operatorOrders", "close", { orderNo, reason })).toMatchObject({
    object: orderNo,
    before: { pay: "UNPAID" },
    after: { order: "CANCELLED" },
  });
});
