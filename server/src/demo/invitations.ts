/**
 * Seeds the demo member's invited friends: one reward settled, one frozen, one rejected, and one
 * friend without an order.
 */
import { sql } from "drizzle-orm";
import {
  bindNewcomer,
  codeOf,
  createCampaign,
  handleOrderDone,
  rejectBinding,
  settleRewards,
} from "../domain/invitations/actions.ts";
import { type FulfilmentDeps, placeOrder as askSupplier } from "../domain/fulfilment/actions.ts";
import type { Supplier } from "../domain/fulfilment/port.ts";
import { findOrCreateMemberByPhone } from "../domain/members/actions.ts";
import {
  fulfilmentListener,
  paymentListener,
  payOrder,
  placeOrder,
  quoteBasket,
} from "../domain/orders/actions.ts";
import { receiveNotice } from "../domain/payments/actions.ts";
import { itemRefunder } from "../domain/refunds/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { DOMAIN_EVENT_TOPIC } from "../platform/jobs/domain-events.ts";
import { demoPaymentDeps, paidNotice } from "./balance.ts";
import { contextDaysAgo, contextOnDay } from "./earlier.ts";

const CAMPAIGN = "0199d000-0000-7000-8000-0000000000a1";
const DAY_MS = 86_400_000;

/**
 * The demo's own rule (domain.md 17): a twentieth of the cash kept, at most 10 元, and 200 points
 * for the friend.
 */
async function seedInviteCampaign(context: Context, db: Db, daysAgo: number): Promise<void> {
  const startsAt = context.clock.now().getTime() - daysAgo * DAY_MS;
  const draft = {
    name: "好友同享",
    startsAt,
    endsAt: startsAt + 365 * DAY_MS,
    budgetFen: 5_000_000,
    inviter: { kind: "cash", percent: 5, capFen: 1_000 },
    invitee: { kind: "points", points: 200 },
    monthCap: 50,
  } as const;
  await createCampaign(contextDaysAgo(context, daysAgo), db, draft, CAMPAIGN);
}

/** A fake supplier for the history: it delivers at once. */
const demoSupplier: Supplier = {
  place: async ({ outNo }) => ({ state: "issued", supplierNo: `demo-${outNo}`, codes: [] }),
  query: async () => ({ state: "unknown", reason: "long ago" }),
  cancel: async () => ({ state: "unknown", reason: "long ago" }),
};

const noCodes = {
  redeem: () => Promise.resolve(false),
  receive: () => Promise.reject(new Error("the demo pays no difference")),
  release: () => Promise.resolve(),
  returnCode: () => Promise.resolve("returned" as const),
};

/** Buys and pays as a member does, and the supplier delivers. Returns the order. */
async function buyAsFriend(
  then: Context,
  db: Db,
  { memberId, skuId, account }: { memberId: string; skuId: string; account: string },
): Promise<string> {
  const payments = {
    ...demoPaymentDeps(then),
    listener: paymentListener(then, { codes: noCodes }),
  };
  const cart = {
    items: [{ skuId, quantity: 1, input: { account } }],
    couponIds: [],
  };
  const { quoteToken, payableFen } = await quoteBasket(then, db, memberId, cart);
  // The product's jobs run beside the seeding: one would close an order that expired days ago.
  const patient = { ...then, settings: { ...then.settings, unpaidOrderMs: 30 * DAY_MS } };
  const key = then.ids.next();
  const { orderNo } = await placeOrder(patient, db, { memberId, key, quoteToken });
  const paying = { memberId, key: then.ids.next(), address: "127.0.0.1" };
  const deps = { payments, wake: async () => undefined, codes: noCodes };
  const begun = await payOrder(then, db, deps, {
    ...paying,
    input: { orderNo, channel: "wechat" },
  });
  await receiveNotice(then, db, payments, paidNotice(then, begun.outTradeNo ?? "", payableFen));
  const listener = fulfilmentListener(then, { codes: noCodes, refunds: itemRefunder(then) });
  const suppliers = { topup: demoSupplier, cards: demoSupplier };
  const fulfilment: FulfilmentDeps = { suppliers, listener };
  const { rows } = await db.execute<{ id: string; orderId: string }>(sql`
    SELECT id, order_id AS "orderId" FROM supplier_order WHERE member_id = ${memberId}`);
  for (const { id } of rows) await askSupplier(then, db, fulfilment, { ownerId: memberId, id });
  return rows[0]?.orderId ?? "";
}

async function createFriend(
  then: Context,
  db: Db,
  inviterId: string,
  phone: string,
): Promise<string> {
  const inviteCode = await codeOf(then, db, inviterId);
  return transaction(db, async (tx) => {
    const { memberId, isNew } = await findOrCreateMemberByPhone(then, tx, phone);
    // Each friend has an address and a device of their own.
    const home = `10.77.0.${Number(phone.slice(-2))}`;
    const seen = { device: `demo of ${phone}`, address: home, channel: "sms" } as const;
    if (isNew) await bindNewcomer(then, tx, { memberId, inviteCode, ...seen });
    return memberId;
  });
}

/** Not idempotent: call it once per database. `memberId` must have joined before its friends. */
export async function seedInvitedFriends(
  context: Context,
  db: Db,
  { memberId, campaignDaysAgo }: { readonly memberId: string; readonly campaignDaysAgo: number },
): Promise<void> {
  await seedInviteCampaign(context, db, campaignDaysAgo);
  const [settled, refused, frozen] = [
    await createFriend(contextOnDay(context, 5), db, memberId, "13800001101"),
    await createFriend(contextOnDay(context, 4), db, memberId, "13800001102"),
    await createFriend(contextOnDay(context, 3), db, memberId, "13800001103"),
  ];
  await createFriend(contextOnDay(context, 2), db, memberId, "13800001104");
  const early = contextOnDay(context, 4);
  // In a demo that is a few days old, one reward must be settled already.
  const short = { ...early, settings: { ...early.settings, inviteFreezeMs: 3 * DAY_MS } };
  const first = await buyAsFriend(early, db, {
    memberId: settled,
    skuId: "phone-mobile-100",
    account: "13900001101",
  });
  await handleOrderDone(short, db, { memberId: settled, orderId: first });
  await settleRewards(contextOnDay(context, 1), db, { memberId });
  const second = await buyAsFriend(contextOnDay(context, 3), db, {
    memberId: refused,
    skuId: "phone-mobile-50",
    account: "13900001102",
  });
  await handleOrderDone(contextOnDay(context, 3), db, { memberId: refused, orderId: second });
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM invite_binding WHERE member_id = ${refused}`,
  );
  const reason = "与你使用同一台设备注册，不计入活动";
  const decision = { actor: "system", reason };
  for (const { id } of rows)
    await rejectBinding(contextOnDay(context, 2), db, {
      memberId: refused,
      bindingId: id,
      ...decision,
    });
  const third = await buyAsFriend(contextOnDay(context, 2), db, {
    memberId: frozen,
    skuId: "phone-mobile-100",
    account: "13900001103",
  });
  await handleOrderDone(contextOnDay(context, 2), db, { memberId: frozen, orderId: third });
  // As in the balance history: what was queued days ago becomes due now.
  await db.execute(sql`
    UPDATE outbox SET due_at = ${context.clock.now()}
    WHERE topic = ${DOMAIN_EVENT_TOPIC} AND state = 'queued' AND due_at < ${context.clock.now()}`);
}
