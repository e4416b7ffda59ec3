/**
 * Concurrent status updates: one next attempt, one trial. Mutants without the guards show that each
 * race can be lost.
 */
import { afterEach, describe, expect, test } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import { placeOrder } from "./actions.ts";
import { applyInTransaction } from "./actions/apply-status-update.ts";
import type { SupplierAnswer } from "./port.ts";
import { claimTrial } from "./store/circuits.ts";
import { accepted } from "./testing.ts";
import { type FulfilmentEnv, openFulfilmentEnv, refused, TOPUP } from "./two-routes.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const AT_ONCE = 32;
const CONNECTIONS = 32;
const ORDERS = 4;

let env: FulfilmentEnv | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

const open = async (mutants: readonly Mutant[]): Promise<FulfilmentEnv> => {
  env = await openFulfilmentEnv({ size: CONNECTIONS, mutants });
  return env;
};
/** Waits for all; a failure is one of the results. */
const all = <T>(acts: readonly Promise<T>[]) => Promise.allSettled(acts);

describe("a definite failure, reported 32 times at once", () => {
  /** Returns the number of attempts of each order. */
  async function attemptsAfter(mutants: readonly Mutant[]): Promise<number[]> {
    const { context, db, deps, order, dispatch: dispatchAll, attemptsOf } = await open(mutants);
    const counts: number[] = [];
    for (let n = 0; n < ORDERS; n++) {
      const submitted = await order();
      await dispatchAll();
      const update = { outNo: submitted.outNo, answer: refused, source: "query" as const };
      await all(
        Array.from({ length: AT_ONCE }, () => applyInTransaction(context, db, deps, update)),
      );
      counts.push((await attemptsOf(submitted)).length);
    }
    return counts;
  }

  test("submits to the next supplier once", async () => {
    expect(await attemptsAfter([])).toEqual(Array.from({ length: ORDERS }, () => 2));
  });

  test.runIf(isSlowTier)(
    "would submit more often without the row lock and the state guard",
    async () => {
      const counts = await attemptsAfter([
        { from: /(FROM supplier_order[^;]*?) FOR (NO KEY )?UPDATE/, to: "$1" },
        {
          from: /(UPDATE supplier_order\s+SET state = [^;]*?) AND state = (\$\d+)/,
          to: "$1 AND $2::text <> ''",
        },
      ]);
      expect(Math.max(...counts)).toBeGreaterThan(2);
      expect(env?.used()).toBeGreaterThan(ORDERS);
    },
  );
});

const BAD = 10;
/** Opens the first supplier's circuit and advances to the time of its trial. */
async function tripped(mutants: readonly Mutant[]): Promise<FulfilmentEnv> {
  const made = await open(mutants);
  made.first.supplier.place = async () => ({ state: "unknown", reason: "time-out" });
  for (let n = 0; n < BAD; n++) {
    await made.order([TOPUP]);
    await made.dispatch();
  }
  made.context.clock.advance(made.context.settings.circuitOpenMs);
  return made;
}
const trialOfAll: Mutant = {
  from: /(AND state <> 'closed') AND retry_at <= /,
  to: "$1 OR retry_at > ",
};

describe("a trial that is due, claimed 32 times at once", () => {
  async function taken(mutants: readonly Mutant[]): Promise<number> {
    const { db, context } = await tripped(mutants);
    const how = { trialMs: 1_000, now: context.clock.sql() };
    const got = await Promise.all(
      Array.from({ length: AT_ONCE }, () => claimTrial(db, "topup", how)),
    );
    return got.filter(Boolean).length;
  }

  test("is claimed once", async () => {
    expect(await taken([])).toBe(1);
  });

  test.runIf(isSlowTier)("would be claimed more often without the guard on its time", async () => {
    expect(await taken([trialOfAll])).toBeGreaterThan(1);
  });
});

describe("concurrent orders, while a trial is due", () => {
  /** Returns how many orders are out at the supplier before any has an answer. */
  async function outAtOnce(mutants: readonly Mutant[]): Promise<number> {
    const { context, db, deps, first, order } = await tripped(mutants);
    const waiting: ((answer: SupplierAnswer) => void)[] = [];
    first.supplier.place = () => new Promise((resolve) => void waiting.push(resolve));
    const orders = await Promise.all(Array.from({ length: 8 }, () => order()));
    let done = 0;
    const placing = orders.map((key) =>
      placeOrder(context, db, deps, key).finally(() => void done++),
    );
    await expect.poll(() => done + waiting.length, { timeout: 10_000 }).toBe(orders.length);
    const out = waiting.length;
    for (const answer of waiting) answer(accepted);
    await all(placing);
    return out;
  }

  test("one is the trial, the others take the other route", async () => {
    expect(await outAtOnce([])).toBe(1);
  });

  test.runIf(isSlowTier)("all would be trials if an open circuit blocked none", async () => {
    const open = {
      from: "coalesce(c.state <> 'closed' AND c.retry_at >",
      to: "coalesce(c.state = 'none' AND c.retry_at >",
    };
    expect(await outAtOnce([open])).toBeGreaterThan(1);
  });
});
