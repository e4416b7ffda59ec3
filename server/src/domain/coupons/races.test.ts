/**
 * One coupon serves one order; a campaign never grants more than it has (N-2): 64 connections, and
 * mutants that fail.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectAll, CONNECTIONS, WAIT_FOR_ANOTHER } from "../ledger/race.fixture.ts";
import { couponSubscriber } from "./actions.ts";
import { type CouponTestEnv, createTestEnv, tally, times, outcomeOf } from "./testing.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const RACERS = 200;
let testEnv: CouponTestEnv;
beforeEach(async () => {
  testEnv = await createTestEnv(CONNECTIONS);
  await connectAll(testEnv.db);
}, 60_000);
afterEach(() => testEnv.close());

/** Re-creates a file's functions with some lines replaced. */
async function mutate(file: string, ...changes: readonly (readonly [string, string])[]) {
  let text = readFileSync(new URL(`./functions/${file}`, import.meta.url), "utf8");
  for (const [guard, instead] of changes) {
    expect(text).toContain(guard);
    text = text.replace(guard, instead);
  }
  await testEnv.asOwner(text);
}
/** Re-creates a file's functions without the guarding line. */
const without = (file: string, guard: string, instead = "") => mutate(file, [guard, instead]);

describe("one coupon in 64 concurrent orders", () => {
  async function raceToLock(): Promise<Record<string, number>> {
    const member = await testEnv.member(1);
    const coupon = testEnv.context.ids.next();
    await testEnv.grant(member, await testEnv.template(), "grant", "1", coupon);
    const locks = times(CONNECTIONS, () =>
      outcomeOf(testEnv.lock(member, testEnv.context.ids.next(), [coupon], [500])),
    );
    return tally(await Promise.all(locks));
  }

  test("is locked by exactly one order", async () => {
    expect(await raceToLock()).toEqual({ "": 1, COUPON_LOCKED: 63 });
    expect(await testEnv.ask("SELECT sum(held_fen)::int FROM campaign_spend")).toBe(500);
    expect(await testEnv.ask("SELECT count(*)::int FROM coupon_use")).toBe(1);
  });

  test("is locked by several without the guard", async () => {
    await without(
      "lock.sql",
      "AND (c.state = 'AVAILABLE' OR (c.state = 'LOCKED' AND c.lock_until <= v_now))",
    );
    expect((await raceToLock())[""]).toBeGreaterThan(1);
  });
});

describe("200 claims of a campaign of 50", () => {
  async function raceToClaim(): Promise<Record<string, number>> {
    const template = await testEnv.template({ stock: [20, 20, 10], limits: { perMember: 1 } });
    const members = await Promise.all(times(RACERS, (n) => testEnv.member(n)));
    const claims = members.map((member) =>
      outcomeOf(testEnv.grant(member, template, "claim", "1")),
    );
    return tally(await Promise.all(claims));
  }

  test("grant exactly 50", async () => {
    expect(await raceToClaim()).toEqual({ granted: 50, CLAIM_OVER: 150 });
    expect(await testEnv.ask("SELECT sum(claimed)::int FROM campaign_stock")).toBe(50);
    expect(await testEnv.ask("SELECT count(*)::int FROM member_coupon")).toBe(50);
  });

  const guard = "AND (total IS NULL OR claimed + p_count <= total)";
  test.runIf(isSlowTier)("do not exceed the CHECK without the statement's condition", async () => {
    await without("grant.sql", guard);
    const { granted, ...rest } = await raceToClaim();
    expect(granted).toBeLessThanOrEqual(50);
    expect(Object.keys(rest)).toEqual(["campaign_stock_claimed"]);
  });

  test("grant too many without both guards", async () => {
    await without("grant.sql", guard);
    await testEnv.asOwner("ALTER TABLE campaign_stock DROP CONSTRAINT campaign_stock_claimed");
    expect((await raceToClaim())["granted"]).toBeGreaterThan(50);
  });
});

describe("200 claims of one member who may have two", () => {
  async function raceToClaim(): Promise<Record<string, number>> {
    const template = await testEnv.template({ limits: { perMember: 2 } });
    const member = await testEnv.member(1);
    const claims = times(RACERS, (n) =>
      outcomeOf(testEnv.grant(member, template, "claim", String(n))),
    );
    return tally(await Promise.all(claims));
  }

  test("grant exactly two", async () => {
    expect(await raceToClaim()).toEqual({ granted: 2, CLAIM_LIMIT: 198 });
  });

  test.runIf(isSlowTier)("grant too many without the guard", async () => {
    await without("grant.sql", "WHERE y.claimed < (p_limits->>'perMember')::integer", "WHERE true");
    expect((await raceToClaim())["granted"]).toBeGreaterThan(2);
  });
});

test("one reference, 64 times at once, grants once", async () => {
  const template = await testEnv.template({ stock: [10], limits: { perMember: 5 } });
  const member = await testEnv.member(1);
  const claims = times(CONNECTIONS, () => outcomeOf(testEnv.grant(member, template, "claim", "1")));
  expect(tally(await Promise.all(claims))).toEqual({ granted: 1, replay: 63 });
  expect(await testEnv.ask("SELECT claimed FROM campaign_stock")).toBe(1);
  expect(await testEnv.ask("SELECT claimed FROM coupon_tally")).toBe(1);
});

describe("a registration that is delivered 64 times at once", () => {
  async function raceToGive(): Promise<number> {
    const { context, db } = testEnv;
    const member = await testEnv.member(1);
    await testEnv.template({ givenOn: "register" });
    const delivered = { memberId: member, kind: "member.registered", ref: member } as const;
    await Promise.all(times(CONNECTIONS, () => couponSubscriber(context, db)(delivered)));
    return testEnv.ask("SELECT count(*)::int FROM member_coupon");
  }

  test("gives the member one coupon of the campaign", async () => {
    expect(await raceToGive()).toBe(1);
    expect(await testEnv.ask("SELECT claimed FROM campaign_stock")).toBe(1);
  });

  test("gives several when each delivery has its own reference", async () => {
    const stored = "p_source, p_ref, c.seq";
    await without("grant.sql", stored, stored.replace("p_ref", "p_ref || p_coupon"));
    expect(await raceToGive()).toBeGreaterThan(1);
  });
});

describe("200 orders on a budget for 30 of them", () => {
  async function raceToSpend(): Promise<Record<string, number>> {
    const template = await testEnv.template({ budgetFen: [9_000, 6_000] });
    const held = await Promise.all(
      times(RACERS, async (n) => {
        const member = await testEnv.member(n);
        const coupon = testEnv.context.ids.next();
        await testEnv.grant(member, template, "grant", "1", coupon);
        return { member, coupon, order: testEnv.context.ids.next() };
      }),
    );
    const orders = held.map(async ({ member, coupon, order }, n) => {
      const outcome = await outcomeOf(testEnv.lock(member, order, [coupon], [500]));
      if (outcome !== "") return outcome;
      // Every third order is cancelled and returns its budget while the others run.
      if (n % 3 > 0) return outcomeOf(testEnv.use(member, order));
      return outcomeOf(testEnv.unlock(member, order).then(() => "unlocked"));
    });
    return tally(await Promise.all(orders));
  }

  const spent = () => testEnv.ask<number>("SELECT sum(spent_fen)::int FROM campaign_spend");

  test("spend no more than there is, and the spent amount was used", async () => {
    const outcomes = await raceToSpend();
    const { true: used = 0, COUPON_UNUSABLE = 0, unlocked = 0, ...other } = outcomes;
    expect(other).toEqual({});
    expect(used + COUPON_UNUSABLE + unlocked).toBe(RACERS);
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(30);
    expect(await spent()).toBe(used * 500);
    expect(await testEnv.ask("SELECT sum(held_fen)::int FROM campaign_spend")).toBe(0);
    expect(await testEnv.ask("SELECT sum(used)::int FROM campaign_stock")).toBe(used);
  });

  const guard = "AND (budget_fen IS NULL OR held_fen + spent_fen + p_fen <= budget_fen)";
  test.runIf(isSlowTier)("do not exceed the CHECK without the statement's condition", async () => {
    await without("take-budget.sql", guard);
    const { true: used = 0, campaign_spend_budget = 0 } = await raceToSpend();
    expect(used).toBeLessThanOrEqual(30);
    expect(campaign_spend_budget).toBeGreaterThan(0);
  });

  test.runIf(isSlowTier)("spend too much without both guards", async () => {
    await without("take-budget.sql", guard);
    await testEnv.asOwner("ALTER TABLE campaign_spend DROP CONSTRAINT campaign_spend_budget");
    await raceToSpend();
    expect(await spent()).toBeGreaterThan(15_000);
  });
});

describe("64 payments of one order", () => {
  async function raceToPay(): Promise<Record<string, number>> {
    const member = await testEnv.member(1);
    const coupon = testEnv.context.ids.next();
    const order = testEnv.context.ids.next();
    await testEnv.grant(member, await testEnv.template(), "grant", "1", coupon);
    await testEnv.lock(member, order, [coupon], [500]);
    // The order's end and its payments may run concurrently: in any order, a payment uses the
    // coupon once.
    const attempts = times(CONNECTIONS, (n) =>
      n % 4 === 1
        ? outcomeOf(testEnv.unlock(member, order).then(() => "unlocked"))
        : outcomeOf(testEnv.use(member, order)),
    );
    return tally(await Promise.all(attempts));
  }
  const figures = async () => [
    await testEnv.ask("SELECT sum(used)::int FROM campaign_stock"),
    await testEnv.ask("SELECT sum(held_fen)::int FROM campaign_spend"),
    await testEnv.ask("SELECT sum(spent_fen)::int FROM campaign_spend"),
  ];

  test("use its coupon once, without a deadlock", async () => {
    expect(await raceToPay()).toEqual({ true: 48, unlocked: 16 });
    expect(await figures()).toEqual([1, 0, 500]);
  });

  test("fail without the lock", async () => {
    const wait = ["\n    LOOP\n", `\n    LOOP\n${WAIT_FOR_ANOTHER}\n`] as const;
    await mutate("use.sql", ["FOR NO KEY UPDATE", ""], wait);
    const { true: used = 0, unlocked = 0 } = await raceToPay();
    const isAsBefore = used + unlocked === CONNECTIONS && (await figures()).join() === "1,0,500";
    expect(isAsBefore).toBe(false);
  });
});
