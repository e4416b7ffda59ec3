/**
 * Operations that need a fresh second factor above an amount (`stepUp: "byAmount"`): at the limit an
 * old proof is enough, one fen above it is not.
 */
import type { Input } from "@yunjing/contract/operations";
import { operations } from "@yunjing/contract/operations";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { createBatch, setDealer, submitAndGenerate } from "@yunjing/server/domain/exchange/actions";
import { approveBatch } from "@yunjing/server/domain/exchange/batches/approve";
import { post } from "@yunjing/server/domain/ledger/actions";
import { offer } from "@yunjing/server/domain/orders/shop.fixture";
import { manualClock } from "@yunjing/server/platform/clock";
import { queryWithoutTriggers } from "@yunjing/server/platform/database/superuser.fixture";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "./backdate.fixture.ts";
import { type CallResult, openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { openShopFixture, type Buyer, type ShopFixture } from "./shop.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const LIMIT_FEN = 20_000;
const PROOF_MS = 300_000;
const reason = "核实无误";

const clock = manualClock(new Date());
let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
let shop: ShopFixture;
/** An operator whose proof is five minutes old, and one who has just logged in. */
let old: Login;
let fresh: Login;
beforeAll(async () => {
  const settings = {
    operatorProofMs: PROOF_MS,
    // Every refund and every withdrawal waits for an operator; a member needs no proof.
    refundReviewAboveFen: 0,
    withdrawAccountAgeMs: 86_400_000,
    withdrawWithoutStepUpFen: 100_000,
    balanceWithoutStepUpFen: 100_000,
    balanceWithoutStepUpDayFen: 1_000_000,
  };
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify(settings) }, { clock });
  exchange = await openExchangeFixture(testEnv);
  shop = await openShopFixture(testEnv, exchange);
  for (const priceFen of [LIMIT_FEN, LIMIT_FEN + 1])
    await offer(testEnv.db, { id: `card-${priceFen}`, delivery: "card", priceFen });
  old = await testEnv.logIn("13733300011", operatorPermissions);
  clock.advance(PROOF_MS);
  fresh = await testEnv.logIn("13733300012", operatorPermissions);
}, 60_000);
afterAll(() => testEnv.close());

type Sold = Buyer & { readonly orderNo: string; readonly itemId: string };

/** Sells a card for this amount of balance, delivered and not looked at. */
async function sold(priceFen: number): Promise<Sold> {
  const buyer = await shop.buyer({ principalFen: priceFen });
  const orderNo = await shop.order(buyer, shop.one(`card-${priceFen}`));
  const client = testEnv.db.$client;
  await shop.pay(buyer, orderNo, "balance");
  const { rows } = await client.query<{ id: string }>(
    "SELECT i.id FROM order_item i JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id WHERE o.order_no = $1",
    [orderNo],
  );
  const itemId = rows[0]?.id ?? "";
  const done = "UPDATE order_item SET fulfil_state = 'DONE' WHERE id = $1";
  await queryWithoutTriggers(client, done, [itemId]);
  return { ...buyer, orderNo, itemId };
}

/** Creates a withdrawal that waits for an operator. */
async function withdrawal(amountFen: number): Promise<string> {
  const buyer = await shop.buyer();
  await transaction(testEnv.db, (tx) =>
    post(testEnv.context, tx, {
      memberId: buyer.memberId,
      kind: "adjust",
      ref: buyer.memberId,
      actor: "system",
      transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount: amountFen }],
    }),
  );
  const { data } = await exchange.call("withdrawals", "create", { amountFen }, buyer);
  return data["withdrawalNo"] ?? "";
}

let slips = 1_000;
/** Makes a dealer who owes this amount for a batch of this month; returns his number. */
async function owingDealer(priceFen: number): Promise<string> {
  const { context, db } = testEnv;
  const { memberId } = await shop.buyer();
  const { memberId: checkerId } = await shop.buyer();
  const terms = { name: "渠道", priceBp: null, priceFen, codesMonth: 1, faceFenMonth: 1_000 };
  await setDealer(context, db, { memberId, ...terms, isOn: true, version: 0 });
  const validUntil = clock.now().getTime() + 86_400_000;
  const target = { target: "balance", title: "余额", valueFen: 100, validUntil } as const;
  const input = { name: "批次", count: 1, target };
  const { batchId } = await createBatch(context, db, { makerId: memberId, key: "draft", input });
  await submitAndGenerate(context, db, { makerId: memberId, batchId, key: "submit" });
  await approveBatch(context, db, { batchId, checkerId });
  const { rows } = await db.$client.query<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  return rows[0]?.no ?? "";
}
const monthOf = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 7);

/** Sells a card whose supplier order is in the manual queue; returns its number. */
async function undecided(priceFen: number): Promise<string> {
  const buyer = await shop.buyer({ principalFen: priceFen });
  const orderNo = await shop.order(buyer, shop.one(`card-${priceFen}`));
  await shop.pay(buyer, orderNo, "balance");
  const { rows } = await testEnv.db.$client.query<{ outNo: string }>(
    `SELECT s.out_no AS "outNo" FROM supplier_order s
     JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id WHERE o.order_no = $1`,
    [orderNo],
  );
  const outNo = rows[0]?.outNo ?? "";
  await asOwner(testEnv, "UPDATE supplier_order SET manual_at = now() WHERE out_no = $1", [outNo]);
  return outNo;
}

const CLAIM =
  "UPDATE supplier_order SET claimed_by = $2, claimed_until = now() + interval '1 day' WHERE out_no = $1";
/** Decides a supplier order that the operator has claimed. */
const decides =
  (outcome: "delivered" | "failed"): Prepared =>
  async (amountFen) => {
    const outNo = await undecided(amountFen);
    const grounds = { outNo, reason, evidence: "供应商客服的回复" };
    return async ({ consoleToken: token, memberId }) => {
      await asOwner(testEnv, CLAIM, [outNo, memberId]);
      if (outcome === "failed") return exchange.call("operatorDesk", "failed", grounds, { token });
      const input = { ...grounds, codes: [{ code: outNo.slice(-12) }], isHandMade: true };
      return exchange.call("operatorDesk", "delivered", input, { token });
    };
  };

type Send = (by: Login) => Promise<CallResult<unknown>>;
/** Prepares a call that moves an amount; the returned function sends it as an operator. */
type Prepared = (amountFen: number) => Promise<Send>;

const cases: Readonly<Record<string, Prepared>> = {
  "operatorDesk.delivered": decides("delivered"),
  "operatorDesk.failed": decides("failed"),
  "operatorOrders.refund": async (expectedFen) => {
    const { orderNo, itemId } = await sold(expectedFen);
    const items = [{ itemId, quantity: 1 }];
    const input = { orderNo, items, reason, expectedFen };
    return ({ consoleToken: token }) => exchange.call("operatorOrders", "refund", input, { token });
  },
  "operatorRefunds.approve": async (amountFen) => {
    const { orderNo, ...buyer } = await sold(amountFen);
    await exchange.call("refunds", "apply", { orderNo, reason }, buyer);
    const { rows } = await testEnv.db.$client.query<{ refund_no: string }>(
      "SELECT r.refund_no FROM refund r JOIN orders o ON o.id = r.order_id WHERE o.order_no = $1",
      [orderNo],
    );
    const input = { refundNo: rows[0]?.refund_no ?? "", reason };
    return ({ consoleToken: token }) =>
      exchange.call("operatorRefunds", "approve", input, { token });
  },
  "operatorWithdrawals.approve": async (amountFen) => {
    const input = { withdrawalNo: await withdrawal(amountFen), reason };
    return ({ consoleToken: token }) =>
      exchange.call("operatorWithdrawals", "approve", input, { token });
  },
  // The sum of a list counts: each of its own would be below the limit.
  "operatorWithdrawals.approveMany": async (amountFen) => {
    const halves = [Math.floor(amountFen / 2), Math.ceil(amountFen / 2)];
    const withdrawalNos: string[] = [];
    for (const half of halves) withdrawalNos.push(await withdrawal(half));
    const input: Input<"operatorWithdrawals", "approveMany"> = { withdrawalNos, reason };
    return ({ consoleToken: token }) =>
      exchange.call("operatorWithdrawals", "approveMany", input, { token });
  },
  "operatorDealers.paid": async (amountFen) => {
    const input = { memberNo: await owingDealer(amountFen), month: monthOf(clock.now()) };
    const payment = { ...input, amountFen, slip: `B${++slips}`, reason };
    return ({ consoleToken: token }) =>
      exchange.call("operatorDealers", "paid", payment, { token });
  },
  "operatorSupply.topUp": (amountFen) => {
    const input = { supplierId: "topup", amountFen, reason };
    return Promise.resolve(({ consoleToken: token }) =>
      exchange.call("operatorSupply", "topUp", input, { token }),
    );
  },
};

test("every operation with a proof by amount has a case", () => {
  const declared = operations.filter(({ stepUp }) => stepUp === "byAmount");
  expect(declared.map(({ topic, name }) => `${topic}.${name}`).toSorted()).toEqual(
    Object.keys(cases).toSorted(),
  );
});

test.each(Object.entries(cases))("%s", async (_, prepare) => {
  const below = await prepare(LIMIT_FEN);
  expect((await below(old)).code).toBe("DONE");
  const above = await prepare(LIMIT_FEN + 1);
  expect((await above(old)).code).toBe("STEP_UP_NEEDED");
  expect((await above(fresh)).code).toBe("DONE");
});

test("a refused amount is in the audit, and nothing has moved", async () => {
  const approve = await cases["operatorWithdrawals.approve"]?.(LIMIT_FEN + 1);
  expect((await approve?.(old))?.code).toBe("STEP_UP_NEEDED");
  const { rows } = await testEnv.db.$client.query<{ state: string }>(
    "SELECT state FROM withdrawal ORDER BY created_at DESC, id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ state: "REVIEWING" }]);
  const audit = await exchange.call<
    "operatorAudit",
    "list",
    { list: { operation: string; outcome: string }[] }
  >("operatorAudit", "list", { operatorId: old.memberId }, { token: fresh.consoleToken });
  expect(audit.data.list[0]).toMatchObject({
    operation: "operatorWithdrawals.approve",
    outcome: "STEP_UP_NEEDED",
  });
});
