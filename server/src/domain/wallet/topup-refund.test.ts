/** Refunding a top-up: with the amount shown, under one number, and never more than was paid in. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { post, reverse } from "../ledger/actions.ts";
import { receiveNotice, pollDueReturns } from "../payments/actions.ts";
import { refundTopUp, topUpSheet, topUpStatus, walletOf } from "./actions.ts";
import { type TopUpEnv, openTopUpEnv } from "./topup-env.fixture.ts";

const context = testContext();
let env: TopUpEnv;
let db: Db;
beforeAll(async () => {
  env = await openTopUpEnv(context);
  ({ db } = env);
});
afterAll(() => env.close());

const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));
const money = async (memberId: string) => walletOf(db, memberId, context.clock.now());
const topUpOf = (memberId: string, topUpNo: string) =>
  topUpStatus(context, db, { payments: env.deps }, { memberId, by: { topUpNo } });
const sheetOf = (memberId: string, topUpNo: string) =>
  topUpSheet(context, db, { memberId, topUpNo });
let keys = 0;
const refund = (memberId: string, topUpNo: string, refundFen: number, key = `back-${++keys}`) =>
  refundTopUp(context, db, { memberId, key, topUpNo, refundFen });
/** Sends the due returns. */
const send = () =>
  pollDueReturns(context, db, { channel: env.channel.channel, returnListener: env.returned });

describe("a top-up refund", () => {
  test("returns what is unspent, less spent bonus; the remaining bonus is revoked", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { packageId: "hundred" });
    await env.spend(memberId, 3_000);
    // All of the bonus and 20 元 of 100 元 are spent: 8 元 of bonus belong to the 80 元 of the refund,
    // and are spent too.
    const sheet = await sheetOf(memberId, topUpNo);
    expect(sheet).toMatchObject({
      allowed: true,
      principalFen: 8_000,
      bonusBackFen: 0,
      bonusSpentFen: 800,
      refundFen: 7_200,
    });
    expect(sheet.lines).toEqual([
      "未用本金 ¥80.00",
      "已用赠送 ¥8.00 从退款中扣除",
      "退回微信支付 ¥72.00，预计 1–3 个工作日到账",
    ]);
    expect(await refund(memberId, topUpNo, 8_000).catch(codeOf)).toBe("REFUND_CHANGED");
    const refunded = await refund(memberId, topUpNo, 7_200, "once");
    expect(refunded).toMatchObject({ state: "refunding", refundedFen: 7_200, canRefund: false });
    expect(await refund(memberId, topUpNo, 7_200, "once")).toEqual(refunded);
    expect(await refund(memberId, topUpNo, 7_200).catch(codeOf)).toBe("ORDER_STATE");
    expect(await money(memberId)).toEqual({ principal: 0, bonus: 0, reward: 0, held: 0 });
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ allowed: false, why: "退款处理中" });
  });

  test("is sent under one number, with any answer of the channel, and ends once", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { packageId: "hundred" });
    const sheet = await sheetOf(memberId, topUpNo);
    expect(sheet).toMatchObject({ bonusBackFen: 1_000, bonusSpentFen: 0, refundFen: 10_000 });
    // Sends the returns of other tests before answers get lost.
    await send();
    const before = env.requestedRefunds().length;
    await refund(memberId, topUpNo, sheet.refundFen);
    expect(await money(memberId)).toMatchObject({ principal: 0, bonus: 0 });
    env.channel.script.refund.push("unheard");
    env.channel.script.queryRefund.push("lost");
    for (let attempt = 0; attempt < 4; attempt++) {
      await send();
      context.clock.advance(context.settings.payReturnLookMs);
    }
    expect(env.requestedRefunds()).toHaveLength(before + 1);
    expect(await topUpOf(memberId, topUpNo)).toMatchObject({ topUp: { state: "refunding" } });
    const update = env.channel.settleRefund(env.requestedRefunds().at(-1) ?? "", "success");
    const notify = (id: string) =>
      receiveNotice(context, db, env.deps, { id, envelope: {}, kind: "refund", update });
    await Promise.all(["b1", "b2", "b3"].map(notify));
    expect(await topUpOf(memberId, topUpNo)).toMatchObject({
      topUp: { state: "refunded", refundedFen: 10_000, canRefund: false },
    });
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ allowed: false, why: "已全部退款" });
  });

  test("includes principal that an order's refund returned", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { amountFen: 10_000 });
    const hold = await env.spend(memberId, 4_000);
    await refund(memberId, topUpNo, 6_000);
    await send();
    const update = env.channel.settleRefund(env.requestedRefunds().at(-1) ?? "", "success");
    await receiveNotice(context, db, env.deps, {
      id: "part",
      envelope: {},
      kind: "refund",
      update,
    });
    expect(await topUpOf(memberId, topUpNo)).toMatchObject({ topUp: { state: "part_refunded" } });
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ allowed: false, why: "本金已用完" });
    await db.$client.query("SELECT wallet_return($1, 'back', $2, 4000, 'system', '', $3)", [
      memberId,
      hold,
      context.clock.now(),
    ]);
    expect(await refund(memberId, topUpNo, 4_000)).toMatchObject({
      state: "refunding",
      refundedFen: 10_000,
    });
    const returns = "SELECT amount_fen AS fen FROM payment_return WHERE member_id = $1 ORDER BY 1";
    expect(await env.rows(returns, [memberId])).toEqual([{ fen: 4_000 }, { fen: 6_000 }]);
  });

  test("does not pay out money from a code through an older top-up", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { amountFen: 10_000 });
    await env.spend(memberId, 10_000);
    context.clock.advance(1_000);
    await transaction(db, (tx) =>
      post(context, tx, {
        memberId,
        kind: "code_redeem",
        ref: "c:1",
        actor: "system",
        transfers: [{ asset: "CNY", debit: "codes_sold", credit: "principal", amount: 10_000 }],
      }),
    );
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ allowed: false, why: "本金已用完" });
    expect(await refund(memberId, topUpNo, 10_000).catch(codeOf)).toBe("REFUND_DENIED");
  });

  test("is not reduced by newer money that was reversed completely", async () => {
    const memberId = context.ids.next();
    const topUpNo = await env.paid(memberId, { amountFen: 10_000 });
    context.clock.advance(1_000);
    const why = { memberId, kind: "adjust", actor: "system" } as const;
    const given = await transaction(db, (tx) =>
      post(context, tx, {
        ...why,
        ref: "wrong",
        transfers: [{ asset: "CNY", debit: "expense", credit: "principal", amount: 4_000 }],
      }),
    );
    await env.spend(memberId, 2_000);
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ refundFen: 8_000 });
    await transaction(db, (tx) =>
      reverse(context, tx, { ...why, ref: "wrong:back", txnId: given.txnId }),
    );
    expect(await sheetOf(memberId, topUpNo)).toMatchObject({ refundFen: 8_000 });
  });

  test("is not allowed for a top-up that was never paid", async () => {
    const memberId = context.ids.next();
    const { topUp } = await env.begin(memberId, { amountFen: 10_000 });
    expect(await sheetOf(memberId, topUp.topUpNo)).toMatchObject({ allowed: false });
    expect(await refund(memberId, topUp.topUpNo, 1).catch(codeOf)).toBe("ORDER_STATE");
    expect(await sheetOf(context.ids.next(), topUp.topUpNo).catch(codeOf)).toBe("NOT_FOUND");
  });
});
