/** Payments without the channel are judged in their own transaction, and free while every rule is off. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { trialBalance } from "../ledger/actions.ts";
import { createLiveRisk, type LiveRisk, setRule } from "../risk/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { payOrder } from "./actions/pay.ts";
import { codeOf, openShop, type ShopEnv, statements } from "./shop.fixture.ts";

const operatorId = "0199cccc-0000-7000-8000-00000000000a";
const CARD = { skuId: "card", quantity: 1 };

let shop: ShopEnv;
let risk: LiveRisk;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "card", delivery: "card", stock: 8 });
  risk = createLiveRisk(shop.context);
});
afterEach(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

async function setRules(mode: "off" | "on"): Promise<void> {
  const { context, db } = shop;
  const rule = { mode, verdict: "refuse", sinceVersion: 0, reason: "试用", operatorId } as const;
  await setRule(context, db, { ...rule, code: "payment_new_member", limit: 1, withinHours: 24 });
  await setRule(context, db, { ...rule, code: "payment_device", limit: 1 });
  await risk.refresh(db);
}

const pay = (
  memberId: string,
  orderNo: string,
  channel: "balance" | "none",
  key = shop.nextKey(),
) =>
  payOrder(
    shop.context,
    shop.db,
    { ...shop.deps, payments: { ...shop.payments, risk } },
    {
      memberId,
      key,
      address: "10.0.0.1",
      device: "a-device-of-a-payer",
      input: { orderNo, channel },
    },
  );

test.each(["balance", "none"] as const)(
  "the second payment of a new member by %s is refused, and nothing is taken",
  async (channel) => {
    await setRules("on");
    const memberId = await shop.buyer(1, { principalFen: 10_000 });
    const cart = { items: [CARD], useBalance: channel === "none" };
    const [first, second] = [await shop.order(memberId, cart), await shop.order(memberId, cart)];
    const key = shop.nextKey();
    await pay(memberId, first.orderNo, channel, key);
    const before = await walletOf(shop.db, memberId, shop.now());
    // A repeat of the paid request is no second payment.
    await pay(memberId, first.orderNo, channel, key);
    const refused = risk.recording(shop.db, () => pay(memberId, second.orderNo, channel));
    expect(await codeOf(refused)).toBe("RISK_REFUSED");
    const hits = "SELECT array_agg(rule || ' ' || found ORDER BY rule) FROM risk_hit";
    expect(await shop.ask(hits)).toEqual(["payment_device 2", "payment_new_member 2"]);
    expect(await walletOf(shop.db, memberId, shop.now())).toEqual(before);
    const states = "SELECT array_agg(pay_state ORDER BY created_at, id) FROM orders";
    expect(await shop.ask(states)).toEqual(["PAID", "UNPAID"]);
  },
);

test("a payment and its judgement are one statement", async () => {
  await setRules("on");
  const memberId = await shop.buyer(1, { principalFen: 10_000 });
  const { orderNo } = await shop.order(memberId, { items: [CARD] });
  expect(await statements(shop.db, () => pay(memberId, orderNo, "balance"))).toBe(1);
});

test("while every rule of payments is off a payment is one statement", async () => {
  const memberId = await shop.buyer(1, { principalFen: 10_000 });
  const { orderNo } = await shop.order(memberId, { items: [CARD] });
  await setRules("off");
  expect(await statements(shop.db, () => pay(memberId, orderNo, "balance"))).toBe(1);
  const caller = { device: "", address: "10.0.0.1" };
  expect(risk.inStatement({ place: "payment", caller })).toBeUndefined();
});
