/** Many hear the same at once: one next attempt, one trial. Without its guard each race is lost, so it can be. */
import { afterEach, describe, expect, test } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import { placeOrder } from "./actions.ts";
import { applyInTransaction } from "./actions/apply-status-update.ts";
import type { SupplierAnswer } from "./port.ts";
import { claimTrial } from "./store/circuits.ts";
import { accepted } from "./testing.ts";
import { type FulfilmentEnv, openFulfilmentEnv, refused, TOPUP } from "./two-routes.fixture.ts";

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
/** What came of each; a failure is one of its word. */
const all = <T>(acts: readonly Promise<T>[]) => Promise.allSettled(acts);

describe("a definite no, told 32 times at once", () => {
  /** How many attempts each of some orders comes to. */
  async function attemptsAfter(mutants: readonly Mutant[]): Promise<number[]> {
    const { context, db, deps, order, carry, attemptsOf } = await open(mutants);
    const counts: number[] = [];
    for (let n = 0; n < ORDERS; n++) {
      const submitted = await order();
      await carry();
      const word = { outNo: submitted.outNo, answer: refused, source: "query" as const };
      await all(Array.from({ length: AT_ONCE }, () => applyInTransaction(context, db, deps, word)));
      counts.push((await attemptsOf(submitted)).length);
    }
    return counts;
  }

  test("asks the next supplier once", async () => {
    expect(await attemptsAfter([])).toEqual(Array.from({ length: ORDERS }, () => 2));
  });

  test("would ask more often without the row held and its state guarded", async () => {
    const counts = await attemptsAfter([
      { from: /(FROM supplier_order[^;]*?) FOR (NO KEY )?UPDATE/, to: "$1" },
      {
        from: /(UPDATE supplier_order\s+SET state = [^;]*?) AND state = (\$\d+)/,
        to: "$1 AND $2::text <> ''",
      },
    ]);
    expect(Math.max(...counts)).toBeGreaterThan(2);
    expect(env?.used()).toBeGreaterThan(ORDERS);
  });
});

const BAD = 10;
/** The first supplier's circuit is open, and the time of its trial has come. */
async function tripped(mutants: readonly Mutant[]): Promise<FulfilmentEnv> {
  const made = await open(mutants);
  made.first.supplier.place = async () => ({ state: "unknown", reason: "time-out" });
  for (let n = 0; n < BAD; n++) {
    await made.order([TOPUP]);
    await made.carry();
  }
  made.context.clock.advance(made.context.settings.circuitOpenMs);
  return made;
}
const trialOfAll: Mutant = {
  from: /(AND state <> 'closed') AND retry_at <= /,
  to: "$1 OR retry_at > ",
};

describe("a trial that is due, reached for 32 times at once", () => {
  async function taken(mutants: readonly Mutant[]): Promise<number> {
    const { db, context } = await tripped(mutants);
    const how = { trialMs: 1_000, now: context.clock.sql() };
    const got = await Promise.all(
      Array.from({ length: AT_ONCE }, () => claimTrial(db, "topup", how)),
    );
    return got.filter(Boolean).length;
  }

  test("is taken once", async () => {
    expect(await taken([])).toBe(1);
  });

  test("would be taken by more when its time did not guard it", async () => {
    expect(await taken([trialOfAll])).toBeGreaterThan(1);
  });
});

describe("orders at once, while a trial is due", () => {
  /** How many of them are out at the supplier before any has an answer. */
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

  test("one is tried, the others go the other way", async () => {
    expect(await outAtOnce([])).toBe(1);
  });

  test("all would be tried when an open circuit shut nobody out", async () => {
    const open = {
      from: "coalesce(c.state <> 'closed' AND c.retry_at >",
      to: "coalesce(c.state = 'none' AND c.retry_at >",
    };
    expect(await outAtOnce([open])).toBeGreaterThan(1);
  });
});
