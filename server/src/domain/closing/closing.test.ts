/** Closing an account: what stands in the way, what is forfeited, the cooling-off, its end, and what comes after. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { balancesOf, freeze, post, trialBalance } from "../ledger/actions.ts";
import {
  memberOfPhone,
  memberOfWechat,
  openSession,
  setRights,
  whoIs,
} from "../members/actions.ts";
import { mergeMembers } from "../merging/actions.ts";
import { codeOf, give } from "../orders/shop.fixture.ts";
import { taskDone } from "../points/actions.ts";
import { openReturns, type Returns } from "../refunds/returns.fixture.ts";
import { makeProof } from "../security/actions/step-up.ts";
import { giveReward } from "./testing.ts";
import { creditedTopUp, openTopUp, payTopUp } from "../wallet/testing.ts";
import {
  closeDue,
  closingOf,
  closingOfMe,
  closingsDue,
  forfeitLate,
  requestClosing,
  withdrawClosing,
} from "./actions.ts";

const DAY_MS = 86_400_000;
let shop: Returns;
beforeAll(async () => {
  shop = await openReturns();
}, 60_000);
afterAll(() => shop.close());

let made = 0;
const phoneOf = (n: number): string => `135${String(n).padStart(8, "0")}`;
/** A member with a phone of its own. */
async function somebody(): Promise<{ memberId: string; phone: string }> {
  const phone = phoneOf(++made);
  const { context, db } = shop;
  const { memberId } = await transaction(db, (tx) => memberOfPhone(context, tx, phone));
  return { memberId, phone };
}

async function proofOf(memberId: string): Promise<string> {
  const wanted = { memberId, purpose: "close", method: "sms" } as const;
  return (await transaction(shop.db, (tx) => makeProof(shop.context, tx, wanted))).stepUp;
}

const show = (memberId: string) => closingOf(shop.context, shop.db, memberId);
async function ask(memberId: string, changes: object = {}) {
  const { forfeits } = await show(memberId);
  const stepUp = await proofOf(memberId);
  const wanted = { memberId, key: shop.nextKey(), forfeits, stepUp, ...changes };
  return requestClosing(shop.context, shop.db, wanted);
}
const close = (memberId: string) => closeDue(shop.context, shop.db, memberId);
async function closed(memberId: string): Promise<void> {
  await ask(memberId);
  shop.context.clock.advance(7 * DAY_MS);
  expect(await close(memberId)).toBe("closed");
}
const newsOf = async (memberId: string) =>
  (
    await shop.rows<{ kind: string }>(
      `SELECT payload->>'kind' AS kind FROM outbox WHERE member_id = $1 AND payload->>'kind' LIKE 'account.%'
       ORDER BY created_at, id`,
      [memberId],
    )
  ).map(({ kind }) => kind);

/** Somebody with something of everything that is forfeited. */
async function rich(): Promise<{ memberId: string; phone: string }> {
  const { context, db } = shop;
  const who = await somebody();
  const { memberId } = who;
  await give(context, db, memberId, { points: 300 });
  await giveReward(context, db, memberId, 250);
  await creditedTopUp(context, db, { memberId, amountFen: 500, bonusFen: 80 });
  await spendPrincipal(memberId, 500);
  await shop.coupon(memberId, 300);
  await shop.rows("UPDATE member_coupon SET valid_until = $2 WHERE member_id = $1", [
    ...[memberId, new Date(context.clock.now().getTime() + 90 * DAY_MS)],
  ]);
  return who;
}

/** Takes principal out, as an order would have. */
const spendPrincipal = (memberId: string, amount: number) =>
  transaction(shop.db, (tx) =>
    post(shop.context, tx, {
      ...{ memberId, actor: "system", kind: "adjust", ref: shop.context.ids.next() },
      transfers: [{ asset: "CNY", debit: "principal", credit: "expense", amount, party: "adjust" }],
    }),
  );

describe("the request", () => {
  test("shows what is forfeited, takes a code, and can be withdrawn until the account is closed", async () => {
    const { context, db } = shop;
    const { memberId } = await rich();
    const before = await balancesOf(db, memberId);
    const shown = await show(memberId);
    expect(shown).toMatchObject({
      ...{ state: "none", obstacles: [], needsCode: true, coolingDays: 7 },
      forfeits: { points: 300, bonusFen: 80, rewardFen: 250, coupons: 1, cards: 0, grade: 1 },
    });
    const asked = await ask(memberId);
    const dueAt = context.clock.now().getTime() + 7 * DAY_MS;
    expect(asked).toMatchObject({ state: "cooling", dueAt });
    expect(await closingOfMe(db, memberId)).toEqual({ dueAt, isWaiting: false });
    expect(await whoIs(db, memberId)).toMatchObject({ status: "CANCELLING" });
    expect(await close(memberId)).toBe("none");
    const key = shop.nextKey();
    const back = await withdrawClosing(context, db, { memberId, key });
    expect(back.state).toBe("none");
    expect(await withdrawClosing(context, db, { memberId, key })).toMatchObject({ state: "none" });
    expect(await whoIs(db, memberId)).toMatchObject({ status: "ACTIVE" });
    expect(await balancesOf(db, memberId)).toEqual(before);
    context.clock.advance(8 * DAY_MS);
    expect(await close(memberId)).toBe("none");
    expect(await newsOf(memberId)).toEqual(["account.closing", "account.closing_withdrawn"]);
  });

  test("is refused without a proof, with other forfeits than there are, and while one is open", async () => {
    const { context, db } = shop;
    const { memberId } = await rich();
    const { forfeits } = await show(memberId);
    expect(await codeOf(ask(memberId, { stepUp: "nothing" }))).toBe("STEP_UP_NEEDED");
    expect(await codeOf(ask(memberId, { stepUp: undefined }))).toBe("STEP_UP_NEEDED");
    const other = { ...forfeits, coupons: 0 };
    await expect(ask(memberId, { forfeits: other })).rejects.toMatchObject({
      ...{ code: "FORFEITS_CHANGED", data: { forfeits } },
    });
    const key = shop.nextKey();
    await ask(memberId, { key });
    expect((await ask(memberId, { key })).state).toBe("cooling");
    expect(await codeOf(ask(memberId))).toBe("STATE_CHANGED");
    const key2 = shop.nextKey();
    await withdrawClosing(context, db, { memberId, key: key2 });
    expect(await codeOf(withdrawClosing(context, db, { memberId, key: shop.nextKey() }))).toBe(
      "STATE_CHANGED",
    );
  });

  test("of a member without a phone takes no code", async () => {
    const { context, db } = shop;
    const told = { appId: "wx", openid: `close-${++made}`, unionid: undefined };
    const { memberId } = await transaction(db, (tx) => memberOfWechat(context, tx, told));
    expect((await show(memberId)).needsCode).toBe(false);
    expect((await ask(memberId, { stepUp: undefined })).state).toBe("cooling");
  });
});

describe("what stands in the way", () => {
  const ways: Record<string, (memberId: string) => Promise<object>> = {
    orders: async (memberId) => {
      await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
      return { count: 1 };
    },
    refunds: async (memberId) => {
      await give(shop.context, shop.db, memberId, { points: 1_000, principalFen: 700 });
      const orderNo = await shop.mixedOrder(memberId, 3);
      await shop.deliverCards(orderNo, 3);
      const [item] = await shop.itemsOf(orderNo);
      await shop.apply(memberId, orderNo, [{ itemId: item?.itemId ?? "", quantity: 1 }]);
      const { principal } = await balancesOf(shop.db, memberId);
      await spendPrincipal(memberId, principal);
      return { count: 1 };
    },
    topups: async (memberId) => {
      await openTopUp(shop.context, shop.db, { memberId, amountFen: 1_000 });
      return { count: 1 };
    },
    principal: async (memberId) => {
      await give(shop.context, shop.db, memberId, { principalFen: 37 });
      return { count: 0, amountFen: 37 };
    },
    rewards: async (memberId) => {
      await giveReward(shop.context, shop.db, memberId, 90, "reward_frozen");
      return { count: 0, amountFen: 90 };
    },
    points_debt: async (memberId) => {
      const { context } = shop;
      await shop.rows("SELECT points_take_back($1, $2, 'x', 'x', $3, 'system', '', $4)", [
        ...[memberId, context.ids.next(), 12, context.clock.now()],
      ]);
      return { count: 0, points: 12 };
    },
    frozen: async (memberId) => {
      const wanted = { memberId, asset: "PTS", reason: "x", actor: "system" } as const;
      await transaction(shop.db, (tx) => freeze(shop.context, tx, wanted));
      return { count: 1 };
    },
    batches: async (memberId) => {
      await shop.asOwner(`
        INSERT INTO code_batch (batch_id, name, origin, target, count, state, maker_id, created_at)
        SELECT gen_random_uuid(), 'x', 'own', '{}', 1, state, '${memberId}', now()
        FROM unnest('{draft,active,ended,void,rejected}'::text[]) AS state`);
      return { count: 1 };
    },
    operator: async (memberId) => {
      await setRights(shop.db, { memberId, roles: [], permissions: ["audit:read"] });
      return { count: 1 };
    },
  };
  test.each(Object.entries(ways))(
    "%s are told line by line, and nothing is begun",
    async (kind, make) => {
      const { memberId } = await somebody();
      const line = await make(memberId);
      const obstacles = [{ kind, ...line }];
      expect((await show(memberId)).obstacles).toEqual(obstacles);
      await expect(ask(memberId)).rejects.toMatchObject({
        ...{ code: "CLOSING_BLOCKED", data: { obstacles } },
      });
      expect(await closingOfMe(shop.db, memberId)).toBeUndefined();
    },
  );

  test("what came in the way during the cooling-off keeps it waiting, is told once, and its end closes", async () => {
    const { context, db } = shop;
    const { memberId } = await somebody();
    await ask(memberId);
    await give(context, db, memberId, { principalFen: 500 });
    context.clock.advance(7 * DAY_MS);
    expect(await closingsDue(context, db)).toContain(memberId);
    expect(await close(memberId)).toBe("waits");
    expect(await closingOfMe(db, memberId)).toMatchObject({ isWaiting: true });
    expect(await close(memberId)).toBe("none");
    context.clock.advance(3_600_000);
    expect(await close(memberId)).toBe("waits");
    expect(await newsOf(memberId)).toEqual(["account.closing", "account.closing_waits"]);
    await spendPrincipal(memberId, 500);
    context.clock.advance(3_600_000);
    expect(await close(memberId)).toBe("closed");
  });
});

describe("a closed account", () => {
  test("has forfeited everything by one posting, and the ledger adds up", async () => {
    const { db } = shop;
    const { memberId } = await rich();
    await closed(memberId);
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
      ...[
        { name: "requested", state: "CANCELLING" },
        { name: "closed", state: "CANCELLED" },
      ],
    ]);
  });

  test("keeps nothing that tells who it was, and its sessions are over", async () => {
    const { context, db } = shop;
    const { memberId, phone } = await rich();
    const orderNo = await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    await shop.pay(memberId, orderNo.orderNo, "wechat").catch(() => undefined);
    await shop.rows(
      "UPDATE orders SET order_state = 'CLOSED', closed_reason = 'x' WHERE member_id = $1",
      [memberId],
    );
    await shop.asOwner(`
      INSERT INTO favourite (member_id, benefit_id, is_on, at) VALUES ('${memberId}', 'card', true, now());
      INSERT INTO message (member_id, id, dedupe_key, kind, topic, title, body, created_at)
        VALUES ('${memberId}', gen_random_uuid(), 'abc', 'x', 'order', '标题', '内容', now());
      INSERT INTO pay_password (member_id, salt, hash, set_at) VALUES ('${memberId}', '\\x00', '\\x00', now());
      UPDATE orders SET contact_mask = '135****0000' WHERE member_id = '${memberId}'`);
    await transaction(db, (tx) => openSession(context, tx, { memberId, device: "phone" }));
    await closed(memberId);
    expect(await whoIs(db, memberId)).toMatchObject({
      ...{ status: "CANCELLED", nickname: "已注销会员", phone: "" },
    });
    for (const table of ["favourite", "message", "pay_password", "address", "saved_account"]) {
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
    const told = await shop.rows(
      "SELECT 1 FROM outbox WHERE member_id = $1 AND topic = 'sms.send' AND payload ? 'noticeId'",
      [memberId],
    );
    expect(told).toHaveLength(1);
    const found = await transaction(db, (tx) => memberOfPhone(context, tx, phone));
    expect(found.isNew).toBe(true);
  });

  test("is refused whatever it still asks for", async () => {
    const { context, db } = shop;
    const { memberId } = await somebody();
    const { quoteToken } = await shop.quote(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    await closed(memberId);
    expect(await codeOf(shop.place(memberId, quoteToken))).toBe("ACCOUNT_CLOSED");
    const signIn = "SELECT * FROM points_sign_in($1, $2, $3, now(), now())";
    const ids = [context.ids.next(), context.ids.next()];
    expect(await codeOf(db.$client.query(signIn, [memberId, ...ids]))).toBe("ACCOUNT_CLOSED");
    expect(await codeOf(ask(memberId))).toBe("STATE_CHANGED");
  });

  test("takes those along that were merged into it", async () => {
    const { context, db } = shop;
    const told = { appId: "wx", openid: `merged-${++made}`, unionid: undefined };
    const { memberId: from } = await transaction(db, (tx) => memberOfWechat(context, tx, told));
    const { memberId } = await somebody();
    await shop.asOwner(`
      INSERT INTO favourite (member_id, benefit_id, is_on, at) VALUES ('${from}', 'card', true, now());
      UPDATE member SET nickname = '微信里的名字' WHERE member_id = '${from}'`);
    await transaction(db, (tx) => mergeMembers(context, tx, { from, into: memberId }));
    await closed(memberId);
    expect(await whoIs(db, from)).toMatchObject({ nickname: "已注销会员" });
    expect(await shop.rows("SELECT 1 FROM favourite WHERE member_id = $1", [from])).toEqual([]);
    const again = await transaction(db, (tx) => memberOfWechat(context, tx, told));
    expect(again.isNew).toBe(true);
    expect(await whoIs(db, again.memberId)).toMatchObject({ isReturning: true });
  });
});

describe("what comes late", () => {
  test("a top-up that is paid after the end goes back to the channel", async () => {
    const { context, db } = shop;
    const { memberId } = await somebody();
    const { id } = await openTopUp(context, db, { memberId, amountFen: 1_000 });
    context.clock.advance(context.settings.topUpMs + 1);
    await closed(memberId);
    const paid = { memberId, amountFen: 1_000, id, attemptId: context.ids.next() };
    expect(await payTopUp(context, db, paid)).toBe("late");
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 0 });
  });

  test("points are forfeited as the rest was, once; principal stays and is a case for a person", async () => {
    const { context, db } = shop;
    const { memberId } = await somebody();
    await closed(memberId);
    await give(context, db, memberId, { points: 40, principalFen: 900 });
    const late = "SELECT 1 FROM outbox WHERE member_id = $1 AND topic = 'ledger.late'";
    expect((await shop.rows(late, [memberId])).length).toBeGreaterThan(0);
    await Promise.all([1, 2, 3, 4].map(() => forfeitLate(context, db, memberId)));
    expect(await balancesOf(db, memberId)).toMatchObject({ available: 0, principal: 900 });
    const steps =
      "SELECT forfeited->>'points' AS points FROM account_closing_step WHERE member_id = $1";
    expect(await shop.rows(steps, [memberId])).toEqual([{ points: "40" }]);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  });
});

describe("whoever comes back under the same phone", () => {
  test("is a new member with nothing of the old one, and without newcomers' rewards for a year", async () => {
    const { context, db } = shop;
    const { memberId, phone } = await rich();
    await closed(memberId);
    const again = await transaction(db, (tx) => memberOfPhone(context, tx, phone));
    expect(again).toMatchObject({ isNew: true });
    expect(again.memberId).not.toBe(memberId);
    expect(await whoIs(db, again.memberId)).toMatchObject({ status: "ACTIVE", isReturning: true });
    const named = { memberId: again.memberId, task: "nickname" } as const;
    expect(await taskDone(context, db, named)).toBe(false);
    const kept = await shop.rows(
      "SELECT 1 FROM closed_identity WHERE encode(identity_mac, 'escape') LIKE '%' || $1 || '%'",
      [phone],
    );
    expect(kept).toEqual([]);
    await closed(again.memberId);
    context.clock.advance(366 * DAY_MS);
    const later = await transaction(db, (tx) => memberOfPhone(context, tx, phone));
    expect(await whoIs(db, later.memberId)).toMatchObject({ isReturning: false });
    const own = { memberId: later.memberId, task: "nickname" } as const;
    expect(await taskDone(context, db, own)).toBe(true);
  });
});
