/** How much of the balance may be spent without a proof, and what a proof allows. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { trialBalance } from "../ledger/actions.ts";
import { issueProof } from "../security/actions.ts";
import { codeOf, openShop, type ShopEnv, statements } from "./shop.fixture.ts";

let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "dear", delivery: "card", priceFen: 20_001 });
  await shop.offer({ id: "fair", delivery: "card", priceFen: 20_000 });
}, 60_000);
afterEach(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

const one = (skuId: string) => ({ items: [{ skuId, quantity: 1 }] });
const proof = async (memberId: string, purpose: "pay" | "withdraw" = "pay") => {
  const made = { memberId, purpose, method: "sms" } as const;
  return (await transaction(shop.db, (tx) => issueProof(shop.context, tx, made))).stepUp;
};
/** Returns the free amount of the refusal. */
const freeFen = (work: Promise<unknown>) =>
  work.then(
    () => "paid",
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== "STEP_UP_NEEDED") throw error;
      return error.data?.["freeFen"];
    },
  );

test("a large part of the balance requires a proof of this purpose, and one proof pays one order", async () => {
  const memberId = await shop.buyer(1, { principalFen: 100_000 });
  const [first, second] = [
    await shop.order(memberId, one("dear")),
    await shop.order(memberId, one("dear")),
  ];
  const pay = (orderNo: string, stepUp?: string) =>
    shop.pay(memberId, orderNo, "balance", shop.nextKey(), stepUp);
  expect(await freeFen(pay(first.orderNo))).toBe(20_000);
  const forMoney = await proof(memberId, "withdraw");
  expect(await codeOf(pay(first.orderNo, forMoney))).toBe("STEP_UP_NEEDED");
  const stepUp = await proof(memberId);
  expect(await statements(shop.db, () => pay(first.orderNo, stepUp))).toBe(1);
  expect(await codeOf(pay(second.orderNo, stepUp))).toBe("STEP_UP_NEEDED");
  expect(await codeOf(pay(second.orderNo, await proof(memberId)))).toBe("done");
});

test("a refused payment uses up no proof; a payment with a lost answer is repeated without another", async () => {
  const memberId = await shop.buyer(1, { principalFen: 30_000 });
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "dear", quantity: 2 }] });
  const affordable = await shop.order(memberId, one("dear"));
  const stepUp = await proof(memberId);
  const pay = (no: string, key: string, token?: string) =>
    shop.pay(memberId, no, "balance", key, token);
  expect(await codeOf(pay(orderNo, "a", stepUp))).toBe("BALANCE_SHORT");
  const paid = await pay(affordable.orderNo, "b", stepUp);
  expect(await pay(affordable.orderNo, "b", stepUp)).toEqual(paid);
  expect(await pay(affordable.orderNo, "b")).toEqual(paid);
});

test("many small orders do not avoid the proof: a daily limit applies", async () => {
  const memberId = await shop.buyer(1, { principalFen: 200_000 });
  const buy = async (stepUp?: string) => {
    const { orderNo } = await shop.order(memberId, one("fair"));
    return shop.pay(memberId, orderNo, "balance", shop.nextKey(), stepUp);
  };
  await buy();
  shop.context.clock.advance(3_600_000);
  await buy();
  expect(await freeFen(buy())).toBe(10_000);
  // An amount spent with a proof does not count against the daily free amount.
  await buy(await proof(memberId));
  expect(await freeFen(buy())).toBe(10_000);
  shop.context.clock.advance(23 * 3_600_000);
  expect(await freeFen(buy())).toBe("paid");
  expect(await freeFen(buy())).toBe(10_000);
});

test("the balance's share beside WeChat is proved once, however often the payer returns", async () => {
  const memberId = await shop.buyer(1, { principalFen: 30_000 });
  const cart = { items: [{ skuId: "dear", quantity: 3 }], useBalance: true };
  const { orderNo } = await shop.order(memberId, cart);
  const pay = (channel: "wechat" | "balance", stepUp?: string) =>
    shop.pay(memberId, orderNo, channel, shop.nextKey(), stepUp);
  expect(await codeOf(pay("wechat"))).toBe("STEP_UP_NEEDED");
  const begun = await pay("wechat", await proof(memberId));
  expect(begun).toMatchObject({ state: "waiting", dueFen: 30_003 });
  expect(await codeOf(pay("wechat"))).toBe("done");
  expect(await codeOf(pay("wechat"))).toBe("done");
});

test("soon after a change of the phone no proof is accepted, and payments that need none still work", async () => {
  const memberId = await shop.buyer(1, { principalFen: 100_000 });
  const dear = await shop.order(memberId, one("dear"));
  const stepUp = await proof(memberId);
  const until = new Date(shop.context.clock.now().getTime() + 3_600_000);
  const cool = "UPDATE member SET money_cools_until = $2 WHERE member_id = $1";
  await shop.db.$client.query(cool, [memberId, until]);
  const pay = (orderNo: string, token?: string) =>
    shop.pay(memberId, orderNo, "balance", shop.nextKey(), token);
  await expect(pay(dear.orderNo, stepUp)).rejects.toMatchObject({
    code: "PHONE_COOLING",
    data: { untilMs: until.getTime() },
  });
  expect(await codeOf(pay((await shop.order(memberId, one("fair"))).orderNo))).toBe("done");
  await shop.db.$client.query(cool, [memberId, shop.context.clock.now()]);
  expect(await codeOf(pay(dear.orderNo, stepUp))).toBe("done");
});

test("an order without balance requires no proof", async () => {
  const memberId = await shop.buyer(1);
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "dear", quantity: 3 }] });
  expect(await shop.pay(memberId, orderNo, "wechat")).toMatchObject({ state: "waiting" });
  const permits = await shop.ask<number>("SELECT count(*)::int FROM spend_permit");
  expect(permits).toBe(0);
});
