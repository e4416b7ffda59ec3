/**
 * Tests idempotency of redemption: one effect per key on retries, and none for a key reused with
 * another body.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedOrders } from "../orders/testing.ts";
import { systemClock } from "../../platform/clock.ts";
import { trialBalance } from "../ledger/actions.ts";
import { openSession } from "./actions/open.ts";
import { createOpenedSessions, type OpenedSessions } from "./actions/opened-sessions.ts";
import { redeemCode } from "./actions/redeem.ts";
import { type DemoTarget, grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

let testEnv: ExchangeTestEnv;
let phone = 100;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv({}, 16);
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

const newMember = () => testEnv.member(++phone);
const effects = () => count(testEnv.db, "SELECT count(*) FROM orders");

describe.each([
  ["found by its token", () => undefined],
  ["kept by the process that opened it", createOpenedSessions],
])("a session %s", (_, createSessions) => {
  let openedSessions: OpenedSessions | undefined;
  beforeAll(() => {
    openedSessions = createSessions(testEnv.context.clock);
  });
  async function session(memberId: string, target: DemoTarget = "points-500"): Promise<string> {
    const { context, db, makerId, checkerId } = testEnv;
    const [code = ""] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
    const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
    return (await openSession(context, db, caller, { openedSessions })).session;
  }
  const redeem = (memberId: string, key: string, input: { session: string; skuId?: string }) =>
    redeemCode(testEnv.context, testEnv.db, { input, memberId, key, openedSessions });

  test("the same key and body get the same answer and have one effect", async () => {
    const memberId = await newMember();
    const held = await session(memberId);
    const first = await redeem(memberId, "same", { session: held });
    const before = await effects();
    expect(await redeem(memberId, "same", { session: held })).toEqual(first);
    testEnv.context.clock.advance(3_600_000);
    expect(await redeem(memberId, "same", { session: held })).toEqual(first);
    expect(await effects()).toBe(before);
  });

  test("the same key with another body is refused and changes nothing", async () => {
    const memberId = await newMember();
    const first = await session(memberId);
    const second = await session(memberId);
    await redeem(memberId, "k", { session: first });
    const before = await effects();
    const other = redeem(memberId, "k", { session: second });
    await expect(other).rejects.toEqual(refusal("KEY_REUSED"));
    const fuller = redeem(memberId, "k", { session: first, skuId: "points" });
    await expect(fuller).rejects.toEqual(refusal("KEY_REUSED"));
    expect(await effects()).toBe(before);
    await redeem(memberId, "another", { session: second });
    expect(await effects()).toBe(before + 1);
  });

  test("fifty concurrent requests with one key have one effect and one answer", async () => {
    const memberId = await newMember();
    const held = await session(memberId);
    const before = await effects();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => redeem(memberId, "burst", { session: held })),
    );
    expect(new Set(answers.map(({ orderNo }) => orderNo)).size).toBe(1);
    expect(await effects()).toBe(before + 1);
  });

  test("another member's equal key is independent, and a refusal does not consume the key", async () => {
    const one = await newMember();
    const two = await newMember();
    const held = await session(one);
    const wrong = redeem(one, "free", { session: held, skuId: "balance" });
    await expect(wrong).rejects.toEqual(refusal("INPUT_INVALID"));
    const a = await redeem(one, "free", { session: held });
    const b = await redeem(two, "free", { session: await session(two, "balance-20") });
    expect(b.orderNo).not.toBe(a.orderNo);
  });

  test("points and balance are in the member's account at once, and the order is done", async () => {
    const memberId = await newMember();
    const points = await redeem(memberId, "p", { session: await session(memberId) });
    await redeem(memberId, "b", { session: await session(memberId, "balance-20") });
    const balance = (purpose: string) =>
      count(
        testEnv.db,
        `SELECT balance FROM ledger_account WHERE member_id = '${memberId}' AND purpose = '${purpose}'`,
      );
    expect(await balance("available")).toBe(500);
    expect(await balance("principal")).toBe(2_000);
    const lots = `SELECT remaining FROM points_lot WHERE member_id = '${memberId}'`;
    expect(await count(testEnv.db, lots)).toBe(500);
    const done = `SELECT count(*) FROM orders WHERE order_no = '${points.orderNo}' AND order_state = 'DONE' AND finished_at IS NOT NULL`;
    expect(await count(testEnv.db, done)).toBe(1);
    expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  });

  test("only a meal code is redeemed as a meal, and only with a store", async () => {
    const memberId = await newMember();
    const meal = redeem(memberId, "m", { session: await session(memberId, "kfc-set") });
    await expect(meal).rejects.toEqual(refusal("INPUT_INVALID"));
  });
});

test("the same holds with the database's clock, as in production, and instants are whole ms", async () => {
  const context = { ...testEnv.context, clock: systemClock };
  const memberId = await newMember();
  const { makerId, checkerId, db } = testEnv;
  const by = { makerId, checkerId };
  const [code = ""] = await grantCodes(context, db, { target: "points-500", count: 1, ...by });
  const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
  const { session: held, expiresAt } = await openSession(context, db, caller);
  expect(Math.abs(expiresAt - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
  const wanted = { input: { session: held }, memberId, key: "now" };
  const made = await redeemCode(context, db, wanted);
  expect(await redeemCode(context, db, wanted)).toEqual(made);
  const [card] = (await listedOrders(context, db, memberId, {})).list;
  expect(card).toMatchObject({
    orderNo: made.orderNo,
    amounts: { points: 500 },
  });
  expect(Number.isInteger(card?.createdAt)).toBe(true);
});
