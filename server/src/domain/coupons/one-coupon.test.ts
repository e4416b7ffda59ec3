/**
 * An operator takes one coupon back or sets a later end, 64 times at once and beside orders that
 * lock it; mutants show that each check fails without its guard.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import type { Db } from "../../platform/database/pool.ts";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { extendCoupon, revokeCoupon } from "./actions.ts";
import { type CouponTestEnv, createTestEnv, outcomeOf, tally, times } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const CONNECTIONS = 64;
const OPERATOR = "0199bbbb-0000-7000-8000-00000000000a";
const DAY_MS = 86_400_000;
let env: CouponTestEnv;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  env = await createTestEnv(CONNECTIONS);
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await env.close();
});

/** Returns the database, or one whose statements lack their guards and whose trigger is off. */
async function databaseWith(mutants: readonly Mutant[]): Promise<Db> {
  if (mutants.length === 0) return env.db;
  await env.asOwner("ALTER TABLE member_coupon DISABLE TRIGGER USER");
  await writesWithoutHistory(env.db.$client);
  const { log } = env.context;
  const mutant = openMutantDatabase({ url: env.appUrl, log, size: CONNECTIONS }, mutants);
  closers.push(() => mutant.db.$client.end());
  return mutant.db;
}

/** Grants a coupon; returns an operator's act on it, each with a key of its own. */
async function granted() {
  const memberId = await env.member(1);
  const couponId = env.context.ids.next();
  await env.grant(memberId, await env.template(), "grant", "1", couponId);
  const act = (n: number) => ({
    memberId,
    couponId,
    operatorId: OPERATOR,
    reason: "发错了活动",
    key: `act-${n}`,
  });
  return { memberId, couponId, act };
}

describe("a coupon that is taken back 64 times while 64 orders lock it", () => {
  async function race(mutants: readonly Mutant[] = []): Promise<Record<string, number>> {
    const db = await databaseWith(mutants);
    const { memberId, couponId, act } = await granted();
    const revoked = times(CONNECTIONS, (n) =>
      outcomeOf(revokeCoupon(env.context, db, act(n)).then(() => "revoked")),
    );
    const locked = times(CONNECTIONS, () =>
      outcomeOf(env.lock(memberId, env.context.ids.next(), [couponId], [500]).then(() => "locked")),
    );
    return tally(await Promise.all([...revoked, ...locked]));
  }

  test("ends in one hand: one order's, or the operator's, once", async () => {
    const { revoked = 0, locked = 0 } = await race();
    expect(revoked + locked).toBe(1);
    expect(await env.ask("SELECT coalesce(sum(held_fen), 0)::int FROM campaign_spend")).toBe(
      locked * 500,
    );
  });

  test.runIf(isSlowTier)("ends in several without the guard of its state", async () => {
    const unguarded = {
      from: /\(state = 'AVAILABLE' OR \(state = 'LOCKED' AND lock_until/,
      to: "(true OR (state = 'LOCKED' AND lock_until",
    };
    const counts = await race([unguarded]);
    const { revoked = 0, locked = 0 } = counts;
    expect(revoked + locked, JSON.stringify(counts)).toBeGreaterThan(1);
  });
});

describe("64 later ends of one coupon at once", () => {
  async function endAfterRace(mutants: readonly Mutant[] = []): Promise<number> {
    const db = await databaseWith(mutants);
    const { couponId, act } = await granted();
    const now = env.now().getTime();
    const days = times(CONNECTIONS, (n) => 400 + ((n * 37) % CONNECTIONS));
    await Promise.all(
      days.map((day, n) =>
        outcomeOf(extendCoupon(env.context, db, { ...act(n), validUntil: now + day * DAY_MS })),
      ),
    );
    const until = await env.ask<Date>("SELECT valid_until FROM member_coupon WHERE id = $1", [
      couponId,
    ]);
    return Math.round((until.getTime() - now) / DAY_MS);
  }

  test("leave the latest of them", async () => {
    expect(await endAfterRace()).toBe(400 + CONNECTIONS - 1);
  });

  test.runIf(isSlowTier)("may leave an earlier one without the lock of the coupon", async () => {
    const unlocked = { from: /AND state IN \('AVAILABLE', 'LOCKED'\) FOR NO KEY UPDATE/, to: "" };
    let end = 400 + CONNECTIONS - 1;
    for (let round = 0; round < 8 && end === 400 + CONNECTIONS - 1; round++) {
      end = await endAfterRace([unlocked]);
      if (end === 400 + CONNECTIONS - 1) await env.asOwner("DELETE FROM member_coupon");
    }
    expect(end).toBeLessThan(400 + CONNECTIONS - 1);
  });
});
