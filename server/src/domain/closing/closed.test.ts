/**
 * Tests closed accounts: forfeits, erasure, refused requests, late arrivals and returning members.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { balancesOf, trialBalance } from "../ledger/actions.ts";
import {
  findOrCreateMemberByPhone,
  findOrCreateMemberByWechat,
  openSession,
  memberSummaryOf,
} from "../members/actions.ts";
import { mergeMembers } from "../merging/actions.ts";
import { codeOf, grantBalances } from "../orders/shop.fixture.ts";
import { completeTask } from "../points/actions.ts";
import { openTopUp, payTopUp } from "../wallet/testing.ts";
import { forfeitLateArrivals } from "./actions.ts";
import { type ClosingTestEnv, DAY_MS, createClosingTestEnv } from "./test-env.fixture.ts";

let shop: ClosingTestEnv;
beforeAll(async () => {
  shop = await createClosingTestEnv();
}, 60_000);
afterAll(() => shop.close());

describe("a closed account", () => {
  test("has forfeited everything in one posting, and the ledger balances", async () => {
    const { db } = shop;
    const { memberId } = await shop.rich();
    expect(await shop.closed(memberId)).toBe("closed");
    const left = await balancesOf(db, memberId);
    expect(Object.values(left).every((value) => value === 0)).toBe(true);
    const posted = await shop.rows(
      `SELECT t.debit, t.credit, t.amount::int FROM ledger_txn x JOIN ledger_transfer t
         ON t.member_id = x.member_id AND t.txn_id = x.id
       WHERE x.member_id = $1 AND x.kind = 'account_close' ORDER BY t.debit`,
      [memberId],
    );
    expect(posted).toEqual([
      { debit: "available", credit: "points_expired", amount: 300 },
      { debit: "bonus", credit: "expense", amount: 80 },
      { debit: "reward_cash", credit: "expense", amount: 250 },
    ]);
    const voided = "SELECT state, void_reason AS why FROM member_coupon WHERE member_id = $1";
    expect(await shop.rows(voided, [memberId])).toEqual([{ state: "VOID", why: "account_closed" }]);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    const events =
      "SELECT name, to_state AS state FROM event WHERE member_id = $1 AND entity = 'closing' ORDER BY at, id";
    expect(await shop.rows(events, [memberId])).toEqual([
      { name: "requested", state: "CANCELLING" },
      { name: "closed", state: "CANCELLED" },
    ]);
  });

  test("contains no personal data, and its sessions have ended", async () => {
    const { context, db } = shop;
    const { memberId, phone } = await shop.rich();
    const orderNo = await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    await shop.pay(memberId, orderNo.orderNo, "wechat").catch(() => undefined);
    await writesWithoutHistory(db.$client);
    await shop.rows(
      "UPDATE orders SET order_state = 'CLOSED', closed_reason = 'x' WHERE member_id = $1",
      [memberId],
    );
    await shop.asOwner(`
      INSERT INTO favourite (member_id, benefit_id, is_on, at) VALUES ('${memberId}', 'card', true, now());
      INSERT INTO favourite_store (member_id, store_id, is_on, at) VALUES ('${memberId}', 'kfc-1', true, now());
      INSERT INTO message (member_id, id, dedupe_key, kind, topic, title, body, created_at)
        VALUES ('${memberId}', gen_random_uuid(), 'abc', 'x', 'order', '标题', '内容', now());
      INSERT INTO pay_password (member_id, salt, hash, set_at) VALUES ('${memberId}', '\\x00', '\\x00', now());
      UPDATE orders SET contact_mask = '135****0000' WHERE member_id = '${memberId}'`);
    await transaction(db, (tx) => openSession(context, tx, { memberId, device: "phone" }));
    expect(await shop.closed(memberId)).toBe("closed");
    expect(await memberSummaryOf(db, memberId)).toMatchObject({
      status: "CANCELLED",
      nickname: "已注销会员",
      phone: "",
    });
    for (const table of [
      "favourite",
      "favourite_store",
      "message",
      "pay_password",
      "address",
      "saved_account",
    ]) {
      expect(await shop.rows(`SELECT 1 FROM ${table} WHERE member_id = $1`, [memberId])).toEqual(
        [],
      );
    }
    const left = await shop.rows(
      `SELECT (SELECT count(*)::int FROM member_session WHERE member_id = $1 AND (revoked_at IS NULL OR device <> '')) AS sessions,
              (SELECT count(*)::int FROM orders WHERE member_id = $1 AND contact_mask IS NOT NULL) AS contacts,
              (SELECT count(*)::int FROM receipt WHERE owner_id = $1 AND revoked_at IS NULL) AS receipts,
              (SELECT count(*)::int FROM orders WHERE member_id = $1) AS orders`,
      [memberId],
    );
    expect(left).toEqual([{ sessions: 0, contacts: 0, receipts: 0, orders: 1 }]);
    const notices = await shop.rows(
      "SELECT 1 FROM outbox WHERE member_id = $1 AND topic = 'sms.send' AND payload ? 'noticeId'",
      [memberId],
    );
    expect(notices).toHaveLength(1);
    const found = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
    expect(found.isNew).toBe(true);
  });

  test("is refused every further request", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.newMember();
    const { quoteToken } = await shop.quote(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    expect(await shop.closed(memberId)).toBe("closed");
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("ACCOUNT_CLOSED");
    const signIn = "SELECT * FROM points_sign_in($1, $2, $3, now(), '', now())";
    const ids = [context.ids.next(), context.ids.next()];
    expect(await codeOf(db.$client.query(signIn, [memberId, ...ids]))).toBe("ACCOUNT_CLOSED");
    expect(await codeOf(shop.ask(memberId))).toBe("STATE_CHANGED");
  });

  test("includes the accounts that were merged into it", async () => {
    const { context, db } = shop;
    const identity = { appId: "wx", openid: shop.openid(), unionid: undefined };
    const { memberId: from } = await transaction(db, (tx) =>
      findOrCreateMemberByWechat(context, tx, identity),
    );
    const { memberId } = await shop.newMember();
    await shop.asOwner(`
      INSERT INTO favourite (member_id, benefit_id, is_on, at) VALUES ('${from}', 'card', true, now());
      UPDATE member SET nickname = '微信里的名字' WHERE member_id = '${from}'`);
    await transaction(db, (tx) => mergeMembers(context, tx, { from, into: memberId }));
    expect(await shop.closed(memberId)).toBe("closed");
    expect(await memberSummaryOf(db, from)).toMatchObject({ nickname: "已注销会员" });
    expect(await shop.rows("SELECT 1 FROM favourite WHERE member_id = $1", [from])).toEqual([]);
    const again = await transaction(db, (tx) => findOrCreateMemberByWechat(context, tx, identity));
    expect(again.isNew).toBe(true);
    expect(await memberSummaryOf(db, again.memberId)).toMatchObject({ isReturning: true });
  });
});

describe("late arrivals", () => {
  test("a top-up paid after the closing is refunded to the channel", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.newMember();
    const { id } = await openTopUp(context, db, { memberId, amountFen: 1_000 });
    context.clock.advance(context.settings.topUpMs + 1);
    expect(await shop.closed(memberId)).toBe("closed");
    const paid = { memberId, amountFen: 1_000, id, attemptId: context.ids.next() };
    expect(await payTopUp(context, db, paid)).toBe("late");
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 0 });
  });

  test("points are forfeited like the rest, once; principal stays and opens a case for an operator", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.newMember();
    expect(await shop.closed(memberId)).toBe("closed");
    await grantBalances(context, db, memberId, { points: 40, principalFen: 900 });
    const late = "SELECT 1 FROM outbox WHERE member_id = $1 AND topic = 'ledger.late'";
    expect((await shop.rows(late, [memberId])).length).toBeGreaterThan(0);
    await Promise.all([1, 2, 3, 4].map(() => forfeitLateArrivals(context, db, memberId)));
    expect(await balancesOf(db, memberId)).toMatchObject({ available: 0, principal: 900 });
    const steps =
      "SELECT forfeited->>'points' AS points FROM account_closing_step WHERE member_id = $1";
    expect(await shop.rows(steps, [memberId])).toEqual([{ points: "40" }]);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  });
});

describe("a person who returns with the same phone", () => {
  test("is a new member with no data of the old one, and gets no newcomers' rewards for a year", async () => {
    const { context, db } = shop;
    const { memberId, phone } = await shop.rich();
    expect(await shop.closed(memberId)).toBe("closed");
    const again = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
    expect(again).toMatchObject({ isNew: true });
    expect(again.memberId).not.toBe(memberId);
    expect(await memberSummaryOf(db, again.memberId)).toMatchObject({
      status: "ACTIVE",
      isReturning: true,
    });
    const named = { memberId: again.memberId, task: "nickname" } as const;
    expect(await completeTask(context, db, named)).toBe(false);
    const stored = await shop.rows(
      "SELECT 1 FROM closed_identity WHERE encode(identity_mac, 'escape') LIKE '%' || $1 || '%'",
      [phone],
    );
    expect(stored).toEqual([]);
    expect(await shop.closed(again.memberId)).toBe("closed");
    context.clock.advance(366 * DAY_MS);
    const later = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
    expect(await memberSummaryOf(db, later.memberId)).toMatchObject({ isReturning: false });
    const own = { memberId: later.memberId, task: "nickname" } as const;
    expect(await completeTask(context, db, own)).toBe(true);
  });
});
