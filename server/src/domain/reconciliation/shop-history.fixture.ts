/**
 * A shop with some days of history, with every kind of row that the checks read, and a superuser
 * who may damage it.
 */
import { changeStock } from "../catalog/actions.ts";
import { grantCodes, openSession, redeemCode } from "../exchange/actions.ts";
import { bindNewcomer, codeOf, createCampaign, handleOrderDone } from "../invitations/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { importCards, ownStock } from "../fulfilment/actions.ts";
import { runRollUp } from "../ledger/jobs.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { auditAppend } from "../../sql/audit.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
const INITIAL_FUNDS = { points: 1_000, principalFen: 700 };

/** Redeems a code for points. */
async function redeemPoints({ context, db, member }: RefundEnv, last: number): Promise<string> {
  const operators = { makerId: await member(801), checkerId: await member(802) };
  const memberId = await member(last);
  const [code = ""] = await grantCodes(context, db, {
    target: "points-500",
    count: 2,
    ...operators,
  });
  const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
  const { session } = await openSession(context, db, caller);
  await redeemCode(context, db, { input: { session }, memberId, key: "k" });
  return memberId;
}

/** The channel pays the member's one refund. */
async function payBack(shop: RefundEnv, memberId: string): Promise<void> {
  const [refund] = await shop.rows<{ refundNo: string }>(
    'SELECT refund_no AS "refundNo" FROM refund WHERE member_id = $1',
    [memberId],
  );
  const { refundNo = "" } = refund ?? {};
  await shop.ask(refundNo);
  await shop.decide(refundNo, "success");
}

async function giveOwnCards({ context, db }: RefundEnv): Promise<void> {
  const cards = [1, 2, 3].map((n) => ({ code: `OWN${n}`, secret: `S${n}` }));
  await importCards(context, db, { product: "own", cards });
  const order = { kind: "card", outNo: "OUT0000001", product: "own", quantity: 2 } as const;
  await ownStock(context, db).place(order);
}

/** Writes two lines in an operator's audit chain for each of three calls. */
async function auditOperatorCalls({ context, db, member }: RefundEnv): Promise<void> {
  const memberId = await member(801);
  for (const call of [1, 2, 3].map(() => context.ids.next())) {
    for (const outcome of ["asked", "done"]) {
      await auditAppend(db, {
        member: memberId,
        entry: {
          callId: call,
          operation: "operatorRefunds.approve",
          outcome,
          input: { refundNo: "R" },
          reason: "核实无误",
          requestId: call,
          address: "10.0.0.1",
        },
        now: context.clock.sql(),
      });
    }
  }
}

export type ShopWithHistory = Awaited<ReturnType<typeof createShopWithHistory>>;

/** A friend of a member buys, and the reward is frozen. */
async function inviteFriend(shop: RefundEnv, inviterId: string): Promise<void> {
  const { context, db } = shop;
  const startsAt = context.clock.now().getTime();
  await createCampaign(context, db, {
    name: "邀请",
    startsAt,
    endsAt: startsAt + DAY_MS,
    budgetFen: 100_000,
    monthCap: 50,
    inviter: { kind: "cash", percent: 10, capFen: 1_000 },
    invitee: { kind: "none" },
  });
  context.clock.advance(1_000);
  const memberId = await shop.buyer(706);
  const inviteCode = await codeOf(context, db, inviterId);
  const from = { channel: "sms", device: "friend", address: "10.0.0.1" } as const;
  await transaction(db, (tx) => bindNewcomer(context, tx, { memberId, inviteCode, ...from }));
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
  await shop.payAll(memberId, orderNo);
  await shop.deliverCards(orderNo, 1);
  const [item] = await shop.itemsOf(orderNo);
  await handleOrderDone(context, db, { memberId, orderId: item?.orderId ?? "" });
}

/** `size` is the number of connections. */
export async function createShopWithHistory(size = 8) {
  const shop = await openRefundEnv(size);
  const { context, db } = shop;
  const refunded = await shop.buyer(701, INITIAL_FUNDS);
  const orderNo = await shop.mixedOrder(refunded, 3);
  await shop.deliverCards(orderNo, 3);
  // One of three items is refunded, to every tender.
  const [item] = await shop.itemsOf(orderNo);
  await shop.apply(refunded, orderNo, [{ itemId: item?.itemId ?? "", quantity: 1 }]);
  await payBack(shop, refunded);
  const redeemer = await redeemPoints(shop, 702);
  context.clock.advance(2 * DAY_MS);
  await runRollUp(context, db);

  // Paid by WeChat alone, never delivered, fully refunded.
  const failed = await shop.buyer(703);
  const { orderNo: failedNo } = await shop.order(failed, {
    items: [{ skuId: "card", quantity: 2 }],
  });
  await shop.payAll(failed, failedNo);
  await shop.fail(failedNo);
  await payBack(shop, failed);
  // Waits for its payment, with holds of every tender.
  const waiting = await shop.buyer(704, INITIAL_FUNDS);
  await shop.coupon(waiting, 101);
  const items = [{ skuId: "card", quantity: 6 }];
  await shop.order(waiting, { items, usePoints: true, useBalance: true });
  const paying = await shop.buyer(705, { points: 300, principalFen: 9_000 });
  const byBalance = await shop.order(paying, { items: [{ skuId: "card", quantity: 1 }] });
  await shop.pay(paying, byBalance.orderNo, "balance");

  await inviteFriend(shop, paying);
  await giveOwnCards(shop);
  await auditOperatorCalls(shop);
  const operatorId = await shop.member(801);
  await changeStock(context, db, { skuId: "card", operatorId, delta: 8, reason: "到货" });
  context.clock.advance(10 * 60_000);
  const owner = await connectAsSuperuser(shop.db);
  const operator = "INSERT INTO operator (member_id, name, created_at) VALUES ($1, '仓管', now())";
  await owner.query(operator, [operatorId]);
  // Simulates that all outbox messages were handled.
  await owner.query("UPDATE outbox SET state = 'done', done_at = due_at");
  return {
    ...shop,
    owner,
    people: { refunded, redeemer, failed, waiting, paying },
    async close(): Promise<void> {
      await owner.end();
      await shop.close();
    },
  };
}
