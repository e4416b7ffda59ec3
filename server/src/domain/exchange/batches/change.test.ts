/**
 * Tests changes of a batch after its approval: who may make them, and their effect on codes that
 * are being redeemed.
 */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../actions/open.ts";
import { redeemCode } from "../actions/redeem.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "../testing.ts";
import { approveBatch } from "./approve.ts";
import { activateBatch, extendCodes, freezeBatch, resumeBatch } from "./change.ts";
import { createBatch } from "./create.ts";
import { unusedCodes } from "./grant.ts";
import { readBatch } from "./read.ts";
import { submitAndGenerate } from "./submit.ts";
import { proposeVoid, decideVoid } from "./void.ts";

let testEnv: ExchangeTestEnv;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const DAY_MS = 86_400_000;
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const key = () => `c${++keys}`;
const maker = () => ({ memberId: testEnv.makerId, maySeeAll: false });
const checker = () => ({ memberId: testEnv.checkerId, maySeeAll: true });
const inDays = (days: number) => testEnv.context.clock.now().getTime() + days * DAY_MS;
const reason = "渠道异常";

/** Creates an approved batch of ten codes, 100 points each. */
async function approved(activation: "now" | "on_sale" = "now", validUntil = inDays(1)) {
  const target: BatchTarget = { target: "points", title: "100 积分", points: 100, validUntil };
  const { context, db, makerId } = testEnv;
  const input = { name: "批次", count: 10, target, activation };
  const { batchId } = await createBatch(context, db, { makerId, key: key(), input });
  await submitAndGenerate(context, db, { makerId, key: key(), batchId });
  await approveBatch(context, db, { batchId, checkerId: testEnv.checkerId });
  return batchId;
}
const codesOf = (batchId: string) => unusedCodes(testEnv.context, testEnv.db, batchId, 10);
const read = (batchId: string) => readBatch(testEnv.context, testEnv.db, maker(), batchId);
const open = (code: string, memberId: string) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    memberId,
    device: "",
    session: undefined,
    address: `10.3.${++keys >> 8}.${keys & 255}`,
  });
const redeem = (session: string, memberId: string) =>
  redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key: key() });

describe("freezing", () => {
  test("stops live codes and those being redeemed, and restores them when it ends", async () => {
    const batchId = await approved();
    const [first = "", second = ""] = await codesOf(batchId);
    const memberId = await testEnv.member(71);
    const { session } = await open(first, memberId);
    const frozen = await freezeBatch(testEnv.context, testEnv.db, maker(), { batchId, reason });
    expect(frozen).toMatchObject({ state: "paused", frozen: 10, live: 0 });
    await expect(redeem(session, memberId)).rejects.toEqual(refusal("SESSION_OVER"));
    await expect(open(second, memberId)).rejects.toEqual(refusal("CODE_INVALID"));

    const resumed = await resumeBatch(testEnv.context, testEnv.db, checker(), { batchId, reason });
    expect(resumed).toMatchObject({ state: "active", frozen: 0, live: 10 });
    const again = await open(first, memberId);
    expect((await redeem(again.session, memberId)).orderNo).toMatch(/^\d{19}$/);
    expect(await read(batchId)).toMatchObject({ live: 9, redeemed: 1 });
  });

  test("can cover some serials only; the others stay usable", async () => {
    const batchId = await approved();
    const some = { batchId, from: 3, to: 5, reason };
    const frozen = await freezeBatch(testEnv.context, testEnv.db, maker(), some);
    expect(frozen).toMatchObject({ state: "active", frozen: 3, live: 7 });
    const backwards = freezeBatch(testEnv.context, testEnv.db, maker(), {
      batchId,
      from: 5,
      to: 3,
      reason,
    });
    await expect(backwards).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "from" },
    });
    const beyond = freezeBatch(testEnv.context, testEnv.db, maker(), { batchId, to: 11, reason });
    await expect(beyond).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "to", text: "这批共 10 张，请填 10 以内" },
    });
    const history = `SELECT count(*) FROM event WHERE entity_id = '${batchId}' AND name = 'frozen'
                     AND reason = '${reason}' AND data->>'codes' = '3'`;
    expect(await count(testEnv.db, history)).toBe(1);
  });

  test("races with a redemption: the code is frozen or redeemed, and granted at most once", async () => {
    const batchId = await approved();
    const codes = await codesOf(batchId);
    const memberId = await testEnv.member(72);
    const sessions = await Promise.all(codes.map((code) => open(code, memberId)));
    const [, ...ends] = await Promise.all([
      freezeBatch(testEnv.context, testEnv.db, maker(), { batchId, reason }),
      ...sessions.map(({ session }) =>
        redeem(session, memberId).then(
          () => "redeemed",
          ({ code }: { code: string }) => code,
        ),
      ),
    ]);
    const won = ends.filter((end) => end === "redeemed").length;
    expect(ends.filter((end) => end === "SESSION_OVER").length).toBe(10 - won);
    expect(await read(batchId)).toMatchObject({ redeemed: won, frozen: 10 - won, live: 0 });
    const points = `SELECT coalesce(sum(amount), 0)::int AS count FROM points_lot WHERE member_id = '${memberId}'`;
    expect(await count(testEnv.db, points)).toBe(100 * won);
  });
});

test("codes that are activated on sale stay inactive until their serials are activated", async () => {
  const batchId = await approved("on_sale");
  expect(await read(batchId)).toMatchObject({ activation: "on_sale", asleep: 10, live: 0 });
  expect(await codesOf(batchId)).toEqual([]);
  const some = await activateBatch(testEnv.context, testEnv.db, maker(), {
    batchId,
    from: 1,
    to: 4,
  });
  expect(some).toMatchObject({ asleep: 6, live: 4 });
  expect(await codesOf(batchId)).toHaveLength(4);
  const atOnce = activateBatch(testEnv.context, testEnv.db, maker(), { batchId: await approved() });
  await expect(atOnce).rejects.toEqual(refusal("BATCH_STATE"));
});

test("an end can be moved later, never earlier, and expired codes become live again", async () => {
  const batchId = await approved("now", inDays(1));
  const [code = ""] = await codesOf(batchId);
  const memberId = await testEnv.member(73);
  const earlier = { batchId, validUntil: inDays(0.5), reason };
  await expect(extendCodes(testEnv.context, testEnv.db, maker(), earlier)).rejects.toMatchObject({
    code: "INPUT_INVALID",
    data: { field: "validUntil" },
  });
  testEnv.context.clock.advance(2 * DAY_MS);
  await expect(open(code, memberId)).rejects.toEqual(refusal("CODE_INVALID"));
  const later = { batchId, validUntil: inDays(3), reason };
  const extended = await extendCodes(testEnv.context, testEnv.db, maker(), later);
  expect(extended.target.validUntil).toBe(later.validUntil);
  expect((await open(code, memberId)).manifest.validUntil).toBe(later.validUntil);
});

describe("voiding codes", () => {
  const ask = (batchId: string, ends: { from?: number; to?: number } = {}) =>
    proposeVoid(testEnv.context, testEnv.db, maker(), { batchId, ...ends, reason });
  const decide = (
    reading: ReturnType<typeof maker>,
    batchId: string,
    approvalId = "",
    isAgreed = true,
  ) =>
    decideVoid(testEnv.context, testEnv.db, reading, {
      batchId,
      approvalId,
      isAgreed,
      reason: "已核对",
    });

  test("needs two persons, leaves redeemed codes unchanged, and ends the batch with its last code", async () => {
    const batchId = await approved();
    const [code = ""] = await codesOf(batchId);
    const memberId = await testEnv.member(74);
    await redeem((await open(code, memberId)).session, memberId);
    const changed = await ask(batchId);
    expect(changed).toMatchObject({
      state: "active",
      live: 9,
      waiting: [{ from: 1, to: 10, reason }],
    });
    const approvalId = changed.waiting[0]?.approvalId;
    const own = decide({ ...maker(), maySeeAll: true }, batchId, approvalId);
    await expect(own).rejects.toEqual(refusal("TWO_PERSONS"));
    const done = await decide(checker(), batchId, approvalId);
    expect(done).toMatchObject({ state: "void", void: 9, redeemed: 1, live: 0, waiting: [] });
    await expect(decide(checker(), batchId, approvalId)).rejects.toEqual(refusal("STATE_CHANGED"));
  });

  test("can be rejected, and can cover some serials only", async () => {
    const batchId = await approved();
    const proposed = await ask(batchId, { from: 9 });
    const rejected = await decide(checker(), batchId, proposed.waiting[0]?.approvalId, false);
    expect(rejected).toMatchObject({ live: 10, void: 0, waiting: [] });
    const again = await ask(batchId, { from: 9 });
    const some = await decide(checker(), batchId, again.waiting[0]?.approvalId);
    expect(some).toMatchObject({ state: "active", live: 8, void: 2 });
  });
});
