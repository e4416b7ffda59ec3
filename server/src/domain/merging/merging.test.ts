/** Tests merging: what is moved, what blocks a merge, and late arrivals. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { revealCard } from "../cards/actions/reveal.ts";
import { walletPage } from "../cards/actions/wallet.ts";
import { balancesOf, freeze, hold } from "../ledger/actions.ts";
import {
  chooseOffers,
  findOrCreateMemberByWechat,
  sendCode,
  setRights,
  statusOf,
} from "../members/actions.ts";
import { sentCode } from "../members/sent-code.fixture.ts";
import { openSession } from "../exchange/actions/open.ts";
import { redeemCode } from "../exchange/actions/redeem.ts";
import { grantCodes } from "../exchange/batches/grant.ts";
import { codeOf, grantBalances } from "../orders/shop.fixture.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { openTopUp, payTopUp } from "../wallet/testing.ts";
import {
  transferDue,
  transferRemaining,
  listMerges,
  mergeByPhone,
  mergeMembers,
  previewMerge,
} from "./actions.ts";
import { lateArrivalHandlers } from "./jobs.ts";
import { LATE_REQUESTS_AFTER_MS } from "./model.ts";

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterAll(() => shop.close());

let made = 0;
/** Creates two accounts of one person: by WeChat, and by phone. */
async function pair() {
  const { context, db } = shop;
  const n = ++made;
  const identity = { appId: "wx", openid: `o${n}`, unionid: undefined };
  const { memberId: from } = await transaction(db, (tx) =>
    findOrCreateMemberByWechat(context, tx, identity),
  );
  return { from, into: await shop.member(n), phone: `138${String(n).padStart(8, "0")}` };
}
type Pair = Awaited<ReturnType<typeof pair>>;

const merge = ({ from, into }: Pair) =>
  transaction(shop.db, (tx) => mergeMembers(shop.context, tx, { from, into }));

/** Creates an order of the source paid by all means, with its cards delivered. */
async function bought(from: string): Promise<string> {
  const { context, db } = shop;
  await grantBalances(context, db, from, { points: 1_000, principalFen: 700 });
  const orderNo = await shop.mixedOrder(from, 3);
  await shop.deliverCards(orderNo, 3);
  return orderNo;
}

test("money, points, coupons and orders are transferred, and the WeChat login opens the target account", async () => {
  const { context, db } = shop;
  const both = await pair();
  const orderNo = await bought(both.from);
  await shop.coupon(both.from, 300);
  const before = await balancesOf(db, both.from);
  const moved = await merge(both);
  expect(moved).toMatchObject({
    principalFen: before.principal,
    points: before.available,
    coupons: 1,
    orders: 1,
    cards: 3,
  });
  const after = await balancesOf(db, both.into);
  expect(after).toMatchObject({ principal: before.principal, available: before.available });
  const identity = { appId: "wx", openid: `o${made}`, unionid: undefined };
  const owner = await transaction(db, (tx) => findOrCreateMemberByWechat(context, tx, identity));
  expect(owner).toEqual({ memberId: both.into, isNew: false });
  const orders = {
    orderNoOf: () => Promise.resolve(orderNo),
    orderIdOf: () => Promise.resolve(undefined),
  };
  const input = { kind: "card" } as const;
  const { list } = await walletPage(context, db, orders, { memberId: both.into, input });
  expect(list).toHaveLength(3);
  const [card] = list;
  const opening = { memberId: both.into, id: card?.id ?? "", device: "d", requestId: "r" };
  expect(await revealCard(context, db, opening)).toMatchObject({ state: "revealed" });
  const listed = "SELECT string_agg(order_no, ',') AS list FROM claimed_order WHERE member_id = $1";
  expect(await shop.rows(listed, [both.into])).toEqual([{ list: orderNo }]);
});

test.each(["from", "into"] as const)(
  "advertising that was refused in the account %s stays refused after the merge",
  async (side) => {
    const { context, db } = shop;
    const both = await pair();
    await transaction(db, (tx) =>
      chooseOffers(context, tx, { memberId: both[side], wantsOffers: false }),
    );
    await merge(both);
    const off = "SELECT offers_off_at AS off FROM member WHERE member_id = $1";
    expect(await shop.rows(off, [both.into])).toEqual([{ off: context.clock.now() }]);
  },
);

test("a refund of an old order is transferred, once", async () => {
  const { context, db } = shop;
  const both = await pair();
  const orderNo = await bought(both.from);
  await merge(both);
  const before = await balancesOf(db, both.into);
  const items = await shop.itemsOf(orderNo);
  await shop.apply(both.into, orderNo, [{ itemId: items[0]?.itemId ?? "", quantity: 1 }]);
  const returned = await balancesOf(db, both.from);
  expect(returned.available + returned.principal).toBeGreaterThan(0);
  await Promise.all([1, 2, 3, 4].map(() => transferRemaining(context, db, both.from)));
  const after = await balancesOf(db, both.into);
  expect(after.available - before.available).toBe(returned.available);
  expect(after.principal - before.principal).toBe(returned.principal);
  expect(await balancesOf(db, both.from)).toMatchObject({ available: 0, principal: 0 });
  const [record] = await listMerges(db, { memberId: both.from, limit: 1 });
  expect(record).toMatchObject({ intoId: both.into, steps: [{ seq: 1 }, { seq: 2 }] });
  shop.context.clock.advance(25 * 3_600_000);
  expect(await transferDue(context, db)).toBeGreaterThan(0);
  expect(await balancesOf(db, both.into)).toMatchObject({ principal: after.principal });
});

/** Handles the outbox messages since the merge. Returns how many there were. */
async function handleLate(from: string): Promise<number> {
  const { context, db } = shop;
  const due = await shop.rows<{ id: string }>(
    "DELETE FROM outbox WHERE member_id = $1 AND topic = 'ledger.late' AND due_at <= $2 RETURNING id",
    [from, context.clock.now()],
  );
  const handle = lateArrivalHandlers(context, db)["ledger.late"];
  for (const { id } of due) {
    const message = { memberId: from, id, topic: "ledger.late", payload: {}, sealed: undefined };
    await handle?.({ ...message, attempt: 1 });
  }
  return due.length;
}

describe("value that arrives in the merged account without a request of the member", () => {
  test("is accepted and transferred at once when it is the late payment of a top-up", async () => {
    const { context, db } = shop;
    const both = await pair();
    const wanted = { memberId: both.from, amountFen: 3_000 };
    const { id } = await openTopUp(context, db, wanted);
    context.clock.advance(context.settings.topUpMs + 1);
    await merge(both);
    expect(await payTopUp(context, db, { ...wanted, id, attemptId: context.ids.next() })).toBe(
      "accepted",
    );
    expect(await balancesOf(db, both.from)).toMatchObject({ principal: 3_000 });
    expect(await handleLate(both.from)).toBeGreaterThan(0);
    expect(await balancesOf(db, both.from)).toMatchObject({ principal: 0 });
    expect(await balancesOf(db, both.into)).toMatchObject({ principal: 3_000 });
  });

  test("is transferred at once when an operator grants points or a coupon", async () => {
    const { context, db } = shop;
    const both = await pair();
    await merge(both);
    await grantBalances(context, db, both.from, { points: 70, principalFen: 20 });
    await shop.coupon(both.from, 300);
    expect(await handleLate(both.from)).toBe(3);
    expect(await balancesOf(db, both.into)).toMatchObject({ available: 70, principal: 20 });
    const usable = "SELECT member_id AS owner FROM member_coupon WHERE state = 'AVAILABLE'";
    expect(await shop.rows(`${usable} AND member_id = ANY ($1)`, [[both.from, both.into]])).toEqual(
      [{ owner: both.into }],
    );
  });

  test("is checked once more shortly after the merge", async () => {
    const { context } = shop;
    const both = await pair();
    await merge(both);
    expect(await handleLate(both.from)).toBe(0);
    context.clock.advance(LATE_REQUESTS_AFTER_MS);
    expect(await handleLate(both.from)).toBe(1);
  });
});

test("a code opened by the merged member can be redeemed by the target", async () => {
  const { context, db } = shop;
  const both = await pair();
  const staff = { makerId: await shop.member(90_001), checkerId: await shop.member(90_002) };
  const [code = ""] = await grantCodes(context, db, { target: "points-500", ...staff, count: 1 });
  const caller = { code, device: "d", address: "10.0.0.1", session: undefined };
  const { session } = await openSession(context, db, { ...caller, memberId: both.from });
  await merge(both);
  const again = await openSession(context, db, { ...caller, memberId: both.into });
  expect(again.session).toBe(session);
  await redeemCode(context, db, { input: { session }, memberId: both.into, key: "k" });
  expect(await balancesOf(db, both.into)).toMatchObject({ available: 500 });
});

test("the target can request refunds of the merged member's orders", async () => {
  const both = await pair();
  const orderNo = await bought(both.from);
  await merge(both);
  expect(await shop.sheet(both.into, orderNo)).toMatchObject({ allowed: true });
  expect(await codeOf(shop.apply(both.from, orderNo))).toBe("ACCOUNT_MERGED");
  expect(await codeOf(shop.apply(both.into, orderNo))).toBe("done");
});

describe("a merge is refused", () => {
  const ways: Record<string, (both: Pair) => Promise<unknown>> = {
    orders: async ({ from }) => {
      await shop.order(from, { items: [{ skuId: "card", quantity: 1 }] });
    },
    holds: async ({ from }) => {
      const { context, db } = shop;
      await grantBalances(context, db, from, { principalFen: 500 });
      const expiresAt = new Date(context.clock.now().getTime() + 60_000);
      const wanted = { asset: "CNY", purpose: "principal", amount: 100, expiresAt } as const;
      const of = { memberId: from, actor: "system", holdId: context.ids.next() };
      await transaction(db, (tx) => hold(context, tx, { ...of, ...wanted }));
    },
    topups: ({ from }) => openTopUp(shop.context, shop.db, { memberId: from, amountFen: 1_000 }),
    frozen: ({ into }) =>
      transaction(shop.db, (tx) =>
        freeze(shop.context, tx, { memberId: into, asset: "CNY", reason: "x", actor: "system" }),
      ),
    operator: ({ from }) =>
      setRights(shop.db, { memberId: from, roles: [], permissions: ["refunds.read"] }),
    wechat: ({ into }) =>
      shop.asOwner(
        `INSERT INTO member_identity (member_id, appid, openid, created_at) VALUES ('${into}', 'wx', 'x', now())`,
      ),
    status: ({ into }) =>
      shop.asOwner(`UPDATE member SET status = 'FROZEN' WHERE member_id = '${into}'`),
  };
  test.each(Object.entries(ways))("because of %s, and nothing is changed", async (reason, make) => {
    const both = await pair();
    await make(both);
    await expect(merge(both)).rejects.toMatchObject({
      code: "MERGE_BLOCKED",
      data: { reasons: [reason] },
    });
    expect(await listMerges(shop.db, { memberId: both.from, limit: 1 })).toEqual([]);
  });
});

test("a code sent to the phone shows the preview and merges; a repeat changes nothing", async () => {
  const { context, db } = shop;
  const both = await pair();
  await grantBalances(context, db, both.from, { points: 40 });
  const requester = { phone: both.phone, address: "10.0.0.9", device: "d", memberId: both.from };
  const { challengeId } = await sendCode(context, db, { ...requester, scene: "bind" });
  const code = await sentCode(context, db, challengeId);
  const shown = { memberId: both.from, challengeId, phone: both.phone, code };
  expect(await previewMerge(context, db, shown)).toMatchObject({
    reasons: [],
    moves: { points: 40, orders: 0 },
  });
  const wanted = { shown, key: "k", device: "d" };
  const done = await mergeByPhone(context, db, wanted);
  expect(done).toMatchObject({ uid: both.into, moved: { points: 40 } });
  expect(await mergeByPhone(context, db, wanted)).toMatchObject({ uid: both.into });
  expect(await codeOf(mergeByPhone(context, db, { ...wanted, key: "k2" }))).toBe("MERGE_BLOCKED");
  expect(await statusOf(db, both.from)).toMatchObject({ status: "CANCELLED" });
});
