/**
 * Orders under every fault of their suppliers: nothing bought twice, nothing refunded that was
 * delivered; and mutants that break these invariants.
 */
import { afterEach, expect, test } from "vitest";
import type { Supplier } from "../port.ts";
import { noFaults, manyFaults } from "./suppliers.fixture.ts";
import { runLoadTest, type LoadTestRun, type LoadTest } from "./load-test.fixture.ts";
import { checkInvariants } from "./invariants.fixture.ts";
import { isSlowTier, repeatCount } from "../../../platform/repeat-count.fixture.ts";

const ORDERS = repeatCount({ suite: 200, slow: 600 });
/** Enough orders for a mutant to fail. */
const FEW = 100;
const MINUTE = 60_000;
const SLOW_MS = 120_000;

let passed: LoadTestRun | undefined;
afterEach(async () => {
  await passed?.close();
  passed = undefined;
});

async function breachesOf(loadTest: LoadTest) {
  passed = await runLoadTest(loadTest);
  return checkInvariants(passed, loadTest.orders);
}
/** A load test with a mutant; it need not run to the end. */
const mutated = (loadTest: Omit<LoadTest, "orders" | "spanMs">) =>
  breachesOf({
    orders: FEW,
    spanMs: 2 * MINUTE,
    tailMs: 5 * MINUTE,
    hasOperators: false,
    ...loadTest,
  });

test(`${ORDERS} orders end once each, also when requests or answers get lost`, {
  timeout: SLOW_MS,
}, async () => {
  const { faults, figures } = await breachesOf({ orders: ORDERS, spanMs: 6 * MINUTE });
  expect(faults).toEqual([]);
  expect(figures.issued + figures.failed).toBe(ORDERS - figures.inManualQueue);
  // The load test had effect: orders failed on all routes.
  expect(figures.failed).toBeGreaterThan(0);
  expect(figures.attempts).toBeGreaterThan(ORDERS);
  expect(figures.decided).toBeGreaterThan(0);
});

test.runIf(isSlowTier)(
  "a mutant that treats silence as a failure refunds what was delivered",
  {
    timeout: SLOW_MS,
  },
  async () => {
    const failOnTimeout = (supplier: Supplier): Supplier => ({
      ...supplier,
      place: async (order) => {
        const answer = await supplier.place(order);
        return answer.state === "unknown" ? { state: "failed", reason: "TIMEOUT" } : answer;
      },
    });
    const { faults } = await mutated({ wrapSupplier: failOnTimeout });
    expect(faults.join("\n")).toContain("an undecided loss");
  },
);

test.runIf(isSlowTier)(
  "a mutant that resends under a new number buys twice",
  { timeout: SLOW_MS },
  async () => {
    const sent = new Set<string>();
    const resendUnderNewNumber = (supplier: Supplier): Supplier => ({
      ...supplier,
      place: (order) => {
        const outNo = sent.has(order.outNo) ? `${order.outNo}R` : order.outNo;
        sent.add(order.outNo);
        return supplier.place({ ...order, outNo });
      },
    });
    const { faults } = await mutated({ wrapSupplier: resendUnderNewNumber });
    expect(faults.join("\n")).toContain("an unknown number");
  },
);

test.runIf(isSlowTier)(
  "a mutant without the row lock and the state guard ends an order twice",
  {
    timeout: SLOW_MS,
  },
  async () => {
    const withoutLocks = [
      { from: /(FROM supplier_order[^;]*?) FOR (NO KEY )?UPDATE/, to: "$1" },
      {
        from: /(UPDATE supplier_order\s+SET state = [^;]*?) AND state = (\$\d+)/,
        to: "$1 AND $2::text <> ''",
      },
    ];
    const { faults } = await mutated({
      mutants: withoutLocks,
      faults: { ...manyFaults, duplicateCallback: 1, failLater: 0.5 },
    });
    expect(passed?.used()).toBeGreaterThan(FEW);
    expect(faults.length).toBeGreaterThan(0);
  },
);

const MANY_ORDERS: LoadTest = {
  orders: FEW,
  spanMs: MINUTE / 2,
  tailMs: 5 * MINUTE,
  hasOperators: false,
  settings: { supplierQueriesPerMinute: 40 },
  routes: [{ supplierId: "topup", product: "p", costFen: 90 }],
  faults: { ...noFaults, lostCallback: 1, never: 0.3 },
};
const TOO_OFTEN = /queried \d+ times a minute/;

test("many orders at one supplier are queried within its budget", {
  timeout: SLOW_MS,
}, async () => {
  const { faults, figures } = await breachesOf(MANY_ORDERS);
  expect(faults.join("\n")).not.toMatch(TOO_OFTEN);
  // The budget is used nearly in full.
  expect(figures.perMinute).toBeGreaterThan(30);
});

test.runIf(isSlowTier)(
  "a mutant without the budget's guard exceeds the queries per minute",
  {
    timeout: SLOW_MS,
  },
  async () => {
    const unguarded = {
      from: "WHERE p.free_at IS NULL OR",
      to: "WHERE true OR p.free_at IS NULL OR",
    };
    const { faults } = await breachesOf({ ...MANY_ORDERS, mutants: [unguarded] });
    expect(faults.join("\n")).toMatch(TOO_OFTEN);
  },
);
