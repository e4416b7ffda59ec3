/**
 * Tests multi-use codes: each holder has their own use, the maximum per member holds, and failed
 * uses are returned.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { trialBalance } from "../ledger/actions.ts";
import { codeReturner } from "./actions/return-code.ts";
import { releaseSession } from "./actions/release-session.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { resumeSession } from "./actions/resume.ts";
import { extendCodes, freezeBatch, resumeBatch } from "./batches/change.ts";
import { grantCodes } from "./batches/grant.ts";
import { readBatch } from "./batches/read.ts";
import { proposeVoid, decideVoid } from "./batches/void.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let testEnv: ExchangeTestEnv;
let phone = 100;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

let code = "";
const createMultiUseCode = async (
  usesPerCode: number,
  perMember = 1,
  target = "points-500" as const,
) => {
  const { context, db, makerId, checkerId } = testEnv;
  const by = { makerId, checkerId, count: 1, usesPerCode, perMember };
  [code = ""] = await grantCodes(context, db, { target, ...by });
};
beforeEach(() => createMultiUseCode(2));

type TestCaller = { memberId?: string; device?: string; address?: string; session?: string };
const open = ({ memberId, device = "", address = "10.0.0.1", session }: TestCaller) =>
  openSession(testEnv.context, testEnv.db, { code, memberId, device, address, session });
const redeem = (session: string, memberId: string) =>
  redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key: `key-${++keys}` });
const newMember = () => testEnv.member(++phone);
const redeemBy = async (memberId: string) => redeem((await open({ memberId })).session, memberId);
const codeRow = async () => {
  const { rows } = await testEnv.db.execute<{ codeId: string; state: string; uses: number }>(
    `SELECT code_id AS "codeId", state, uses FROM code ORDER BY created_at DESC, code_id DESC LIMIT 1`,
  );
  return rows[0];
};
const reading = () => ({ memberId: testEnv.makerId, maySeeAll: true });
const batchId = async () => {
  const { rows } = await testEnv.db.execute<{ id: string }>(
    `SELECT batch_id AS id FROM code_batch ORDER BY created_at DESC, batch_id DESC LIMIT 1`,
  );
  return rows[0]?.id ?? "";
};

test("two members hold a multi-use code in parallel, a third waits, and after both uses the code is refused as invalid", async () => {
  const [one, two, three] = [await newMember(), await newMember(), await newMember()];
  const first = await open({ memberId: one });
  const second = await open({ memberId: two });
  expect(first.session).not.toBe(second.session);
  expect(first.manifest.usesLeft).toBe(1);
  await expect(open({ memberId: three })).rejects.toEqual(refusal("CODE_BUSY"));
  expect(await redeem(first.session, one)).toMatchObject({ usesLeft: 0 });
  expect(await codeRow()).toMatchObject({ state: "ACTIVE", uses: 1 });
  await redeem(second.session, two);
  expect(await codeRow()).toMatchObject({ state: "REDEEMED", uses: 2 });
  await expect(open({ memberId: three })).rejects.toEqual(refusal("CODE_INVALID"));
  expect(await readBatch(testEnv.context, testEnv.db, reading(), await batchId())).toMatchObject({
    redeemed: 1,
    uses: 2,
  });
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
});

test("a member resumes their own session, and after redeeming is refused for having had the maximum", async () => {
  const memberId = await newMember();
  const { session } = await open({ memberId });
  expect((await open({ memberId })).session).toBe(session);
  expect(
    (await resumeSession(testEnv.context, testEnv.db, { session, memberId })).manifest,
  ).toMatchObject({
    usesLeft: 1,
  });
  await redeem(session, memberId);
  await expect(open({ memberId })).rejects.toEqual(refusal("CODE_HAD"));
  await redeemBy(await newMember());
});

test("with several uses per member, the rest is shown until the last", async () => {
  await createMultiUseCode(5, 2);
  const memberId = await newMember();
  const first = await open({ memberId });
  expect(first.manifest.usesLeft).toBe(2);
  expect(await redeem(first.session, memberId)).toMatchObject({ usesLeft: 1 });
  const second = await open({ memberId });
  expect(second.session).not.toBe(first.session);
  expect(await redeem(second.session, memberId)).toMatchObject({ usesLeft: 0 });
  await expect(open({ memberId })).rejects.toEqual(refusal("CODE_HAD"));
});

test("a released use, or one whose lease is over, is available to others at once", async () => {
  const { context, db } = testEnv;
  const [one, two, three] = [await newMember(), await newMember(), await newMember()];
  const left = await open({ memberId: one });
  const lapsed = await open({ memberId: two });
  await releaseSession(context, db, { session: left.session, memberId: one });
  const third = await open({ memberId: three });
  context.clock.advance(16 * MINUTE_MS);
  await expect(redeem(lapsed.session, two)).rejects.toEqual(refusal("SESSION_OVER"));
  await expect(redeem(third.session, three)).rejects.toEqual(refusal("SESSION_OVER"));
  await redeemBy(one);
  await redeemBy(two);
  await expect(open({ memberId: three })).rejects.toEqual(refusal("CODE_INVALID"));
});

test("without a login a device has one lease, and without a device a network has one", async () => {
  await createMultiUseCode(4);
  // A separate network: on the default one, wrong tries of other tests require proofs by now.
  const address = "10.0.0.2";
  await open({ device: "phone-a", address });
  await expect(open({ device: "phone-a", address })).rejects.toEqual(refusal("CODE_BUSY"));
  await open({ device: "phone-b", address });
  await open({ address: "10.9.9.9" });
  await expect(open({ address: "10.9.9.9" })).rejects.toEqual(refusal("CODE_BUSY"));
});

test("a member who logs in after opening cannot exceed the maximum", async () => {
  await createMultiUseCode(4);
  const memberId = await newMember();
  await redeemBy(memberId);
  const { session } = await open({ device: "second-phone", address: "10.0.0.3" });
  await expect(redeem(session, memberId)).rejects.toEqual(refusal("CODE_HAD"));
  expect(await codeRow()).toMatchObject({ uses: 1 });
});

describe("a returned use", () => {
  /** Applies what a definite failure of the order does. */
  const giveBack = async (orderNo: string) => {
    const { rows } = await testEnv.db.execute<{
      ownerId: string;
      orderId: string;
      codeMac: Buffer;
      codeId: string;
      redemptionN: number;
    }>(`SELECT member_id AS "ownerId", id AS "orderId", code_mac AS "codeMac", code_id AS "codeId",
               redemption_n AS "redemptionN" FROM orders WHERE order_no = '${orderNo}'`);
    const [order] = rows;
    if (!order) throw new Error("no such order");
    return transaction(testEnv.db, (tx) => codeReturner(testEnv.context).returnCode(tx, order));
  };

  test("is free again once, its posting is reversed, and the used-up code becomes active", async () => {
    const [one, two] = [await newMember(), await newMember()];
    const { orderNo } = await redeemBy(one);
    await redeemBy(two);
    expect(await giveBack(orderNo)).toBe("returned");
    expect(await giveBack(orderNo)).toBe("returned");
    expect(await codeRow()).toMatchObject({ state: "ACTIVE", uses: 1 });
    const back = `SELECT count(*) FROM ledger_txn WHERE member_id = '${one}' AND kind = 'code_return'`;
    expect(await count(testEnv.db, back)).toBe(1);
    expect(await redeemBy(one)).toMatchObject({ usesLeft: 0 });
    expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  });

  test("is reserved for its holder for a while, also past the code's end, and for no one else", async () => {
    const { context } = testEnv;
    const [one, two] = [await newMember(), await newMember()];
    const { orderNo } = await redeemBy(one);
    context.clock.advance(364 * DAY_MS);
    await giveBack(orderNo);
    context.clock.advance(2 * DAY_MS);
    await expect(open({ memberId: two })).rejects.toEqual(refusal("CODE_INVALID"));
    await redeemBy(one);
    context.clock.advance(-366 * DAY_MS);
  });

  test("can be returned three times; then an operator looks at it", async () => {
    const memberId = await newMember();
    for (let times = 0; times < 3; times++) {
      expect(await giveBack((await redeemBy(memberId)).orderNo)).toBe("returned");
    }
    expect(await giveBack((await redeemBy(memberId)).orderNo)).toBe("refused");
    const other = await redeemBy(await newMember());
    expect(await giveBack(other.orderNo)).toBe("returned");
  });
});

describe("a code with open uses", () => {
  const reason = "活动调整";

  test("when frozen cannot be redeemed; when resumed, holders whose lease still runs can redeem it", async () => {
    const { context, db } = testEnv;
    const [one, two] = [await newMember(), await newMember()];
    const { session } = await open({ memberId: one });
    const request = { batchId: await batchId(), reason };
    await freezeBatch(context, db, reading(), request);
    await expect(redeem(session, one)).rejects.toEqual(refusal("SESSION_OVER"));
    await expect(open({ memberId: two })).rejects.toEqual(refusal("CODE_INVALID"));
    await resumeBatch(context, db, reading(), request);
    await redeem(session, one);
    await redeemBy(two);
  });

  test("when extended can be used until the later end; when void never again, and redeemed uses stay", async () => {
    const { context, db, checkerId } = testEnv;
    const [one, two] = [await newMember(), await newMember()];
    const { orderNo } = await redeemBy(one);
    const { session, manifest } = await open({ memberId: two });
    const id = await batchId();
    const validUntil = manifest.validUntil + DAY_MS;
    await extendCodes(context, db, reading(), { batchId: id, validUntil, reason });
    const resumed = await resumeSession(context, db, { session, memberId: two });
    expect(resumed.manifest.validUntil).toBe(validUntil);
    const { waiting } = await proposeVoid(context, db, reading(), { batchId: id, reason });
    const approvalId = waiting[0]?.approvalId ?? "";
    const deciding = { batchId: id, approvalId, isAgreed: true, reason };
    await decideVoid(context, db, { memberId: checkerId, maySeeAll: true }, deciding);
    await expect(redeem(session, two)).rejects.toEqual(refusal("SESSION_OVER"));
    const stays = `SELECT count(*) FROM orders WHERE order_no = '${orderNo}' AND order_state = 'DONE'`;
    expect(await count(db, stays)).toBe(1);
  });
});
