/**
 * Tests the request to close an account: obstacles, confirmation, cooling-off period and
 * withdrawal.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { balancesOf, freeze } from "../ledger/actions.ts";
import { findOrCreateMemberByWechat, setRights, memberSummaryOf } from "../members/actions.ts";
import { codeOf, grantBalances } from "../orders/shop.fixture.ts";
import { openTopUp } from "../wallet/testing.ts";
import { closingOfMe, membersDueForClosing, stopClosing, withdrawClosing } from "./actions.ts";
import { type ClosingTestEnv, DAY_MS, createClosingTestEnv } from "./test-env.fixture.ts";
import { giveReward } from "./testing.ts";

let shop: ClosingTestEnv;
beforeAll(async () => {
  shop = await createClosingTestEnv();
}, 60_000);
afterAll(() => shop.close());

describe("the request to close an account", () => {
  test("shows the forfeits, requires a verification code, and can be withdrawn until the account is closed", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.rich();
    const before = await balancesOf(db, memberId);
    const shown = await shop.show(memberId);
    expect(shown).toMatchObject({
      state: "none",
      obstacles: [],
      needsCode: true,
      coolingDays: 7,
      forfeits: { points: 300, bonusFen: 80, rewardFen: 250, coupons: 1, cards: 0, grade: 1 },
    });
    const requested = await shop.ask(memberId);
    const dueAt = context.clock.now().getTime() + 7 * DAY_MS;
    expect(requested).toMatchObject({ state: "cooling", dueAt });
    expect(await closingOfMe(db, memberId)).toEqual({ dueAt, isWaiting: false });
    expect(await memberSummaryOf(db, memberId)).toMatchObject({ status: "CANCELLING" });
    expect(await shop.closeNow(memberId)).toBe("none");
    const key = shop.nextKey();
    const back = await withdrawClosing(context, db, { memberId, key });
    expect(back.state).toBe("none");
    expect(await withdrawClosing(context, db, { memberId, key })).toMatchObject({ state: "none" });
    expect(await memberSummaryOf(db, memberId)).toMatchObject({ status: "ACTIVE" });
    expect(await balancesOf(db, memberId)).toEqual(before);
    context.clock.advance(8 * DAY_MS);
    expect(await shop.closeNow(memberId)).toBe("none");
    expect(await shop.eventsOf(memberId)).toEqual(["account.closing", "account.closing_withdrawn"]);
  });

  test("is stopped by an operator, once, and the member reads the reason", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.rich();
    await shop.ask(memberId);
    const { rows } = await db.$client.query<{ id: string }>(
      "SELECT id FROM account_closing WHERE member_id = $1",
      [memberId],
    );
    const [request] = rows;
    const operatorId = context.ids.next();
    const reason = "会员来电说是误操作";
    const stop = {
      memberId,
      closingId: request?.id ?? "",
      operatorId,
      reason,
      key: shop.nextKey(),
    };
    const other = stopClosing(context, db, { ...stop, closingId: operatorId, key: shop.nextKey() });
    expect(await codeOf(other)).toBe("STATE_CHANGED");
    const own = stopClosing(context, db, { ...stop, operatorId: memberId, key: shop.nextKey() });
    expect(await codeOf(own)).toBe("OWN_ACCOUNT");
    await stopClosing(context, db, stop);
    await stopClosing(context, db, stop);
    expect(await codeOf(stopClosing(context, db, { ...stop, key: shop.nextKey() }))).toBe(
      "STATE_CHANGED",
    );
    expect(await memberSummaryOf(db, memberId)).toMatchObject({ status: "ACTIVE" });
    context.clock.advance(8 * DAY_MS);
    expect(await shop.closeNow(memberId)).toBe("none");
    expect(await shop.eventsOf(memberId)).toEqual(["account.closing", "account.closing_stopped"]);
    const [told] = await shop.rows<{ why: string }>(
      `SELECT payload->'data'->>'why' AS why FROM outbox
       WHERE member_id = $1 AND payload->>'kind' = 'account.closing_stopped'`,
      [memberId],
    );
    expect(told).toEqual({ why: reason });
  });

  test("is refused without a proof, with outdated forfeits, and while another request is open", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.rich();
    const { forfeits } = await shop.show(memberId);
    expect(await codeOf(shop.ask(memberId, { stepUp: "nothing" }))).toBe("STEP_UP_NEEDED");
    expect(await codeOf(shop.ask(memberId, { stepUp: undefined }))).toBe("STEP_UP_NEEDED");
    const other = { ...forfeits, coupons: 0 };
    await expect(shop.ask(memberId, { forfeits: other })).rejects.toMatchObject({
      code: "FORFEITS_CHANGED",
      data: { forfeits },
    });
    const key = shop.nextKey();
    await shop.ask(memberId, { key });
    expect((await shop.ask(memberId, { key })).state).toBe("cooling");
    expect(await codeOf(shop.ask(memberId))).toBe("STATE_CHANGED");
    const key2 = shop.nextKey();
    await withdrawClosing(context, db, { memberId, key: key2 });
    expect(await codeOf(withdrawClosing(context, db, { memberId, key: shop.nextKey() }))).toBe(
      "STATE_CHANGED",
    );
  });

  test("of a member without a phone requires no verification code", async () => {
    const { context, db } = shop;
    const identity = { appId: "wx", openid: shop.openid(), unionid: undefined };
    const { memberId } = await transaction(db, (tx) =>
      findOrCreateMemberByWechat(context, tx, identity),
    );
    expect((await shop.show(memberId)).needsCode).toBe(false);
    expect((await shop.ask(memberId, { stepUp: undefined })).state).toBe("cooling");
  });
});

describe("obstacles to closing", () => {
  const ways: Record<string, (memberId: string) => Promise<object>> = {
    orders: async (memberId) => {
      await shop.order(memberId, { items: [{ skuId: "card", quantity: 1 }] });
      return { count: 1 };
    },
    refunds: async (memberId) => {
      await grantBalances(shop.context, shop.db, memberId, { points: 1_000, principalFen: 700 });
      const orderNo = await shop.mixedOrder(memberId, 3);
      await shop.deliverCards(orderNo, 3);
      const [item] = await shop.itemsOf(orderNo);
      await shop.apply(memberId, orderNo, [{ itemId: item?.itemId ?? "", quantity: 1 }]);
      const { principal } = await balancesOf(shop.db, memberId);
      await shop.spendPrincipal(memberId, principal);
      return { count: 1 };
    },
    topups: async (memberId) => {
      await openTopUp(shop.context, shop.db, { memberId, amountFen: 1_000 });
      return { count: 1 };
    },
    principal: async (memberId) => {
      await grantBalances(shop.context, shop.db, memberId, { principalFen: 37 });
      return { count: 0, amountFen: 37 };
    },
    rewards: async (memberId) => {
      await giveReward(shop.context, shop.db, memberId, 90, "reward_frozen");
      return { count: 0, amountFen: 90 };
    },
    points_debt: async (memberId) => {
      const { context } = shop;
      await shop.rows("SELECT points_revoke($1, $2, 'x', 'x', $3, 'system', '', $4)", [
        memberId,
        context.ids.next(),
        12,
        context.clock.now(),
      ]);
      return { count: 0, points: 12 };
    },
    frozen: async (memberId) => {
      const wanted = { memberId, asset: "PTS", reason: "x", actor: "system" } as const;
      await transaction(shop.db, (tx) => freeze(shop.context, tx, wanted));
      return { count: 1 };
    },
    batches: async (memberId) => {
      await queryWithoutTriggers(
        shop.db.$client,
        `INSERT INTO code_batch (batch_id, name, origin, target, count, state, maker_id, created_at)
        SELECT gen_random_uuid(), 'x', 'own', '{}', 1, state, '${memberId}', now()
        FROM unnest('{draft,active,ended,void,rejected}'::text[]) AS state`,
      );
      return { count: 1 };
    },
    operator: async (memberId) => {
      await setRights(shop.db, { memberId, roles: [], permissions: ["audit:read"] });
      return { count: 1 };
    },
  };
  test.each(Object.entries(ways))(
    "%s are listed line by line, and no request is opened",
    async (kind, make) => {
      const { memberId } = await shop.newMember();
      const line = await make(memberId);
      const obstacles = [{ kind, ...line }];
      expect((await shop.show(memberId)).obstacles).toEqual(obstacles);
      await expect(shop.ask(memberId)).rejects.toMatchObject({
        code: "CLOSING_BLOCKED",
        data: { obstacles },
      });
      expect(await closingOfMe(shop.db, memberId)).toBeUndefined();
    },
  );

  test("an obstacle that appears during the cooling-off keeps the request waiting, is notified once, and its end closes the account", async () => {
    const { context, db } = shop;
    const { memberId } = await shop.newMember();
    await shop.ask(memberId);
    await grantBalances(context, db, memberId, { principalFen: 500 });
    context.clock.advance(7 * DAY_MS);
    expect(await membersDueForClosing(context, db)).toContain(memberId);
    expect(await shop.closeNow(memberId)).toBe("waits");
    expect(await closingOfMe(db, memberId)).toMatchObject({ isWaiting: true });
    expect(await shop.closeNow(memberId)).toBe("none");
    context.clock.advance(3_600_000);
    expect(await shop.closeNow(memberId)).toBe("waits");
    expect(await shop.eventsOf(memberId)).toEqual(["account.closing", "account.closing_waits"]);
    await shop.spendPrincipal(memberId, 500);
    context.clock.advance(3_600_000);
    expect(await shop.closeNow(memberId)).toBe("closed");
  });
});
