/** Orders through every fault of their suppliers: nothing bought twice, nothing refunded that came; and what that takes. */
import { afterEach, expect, test } from "vitest";
import type { Supplier } from "../port.ts";
import { noFaults, manyFaults } from "./suppliers.fixture.ts";
import { runLoadTest, type LoadTestRun, type LoadTest } from "./load-test.fixture.ts";
import { checkInvariants } from "./invariants.fixture.ts";

const ORDERS = 300;
/** Enough to be lost. */
const FEW = 100;
const MINUTE = 60_000;
const SLOW_MS = 120_000;

let passed: LoadTestRun | undefined;
afterEach(async () => {
  await passed?.close();
  passed = undefined;
});

async function judged(storm: LoadTest) {
  passed = await runLoadTest(storm);
  return checkInvariants(passed, storm.orders);
}
/** A storm in which a mutant is at work: it need not last until the end. */
const mutated = (storm: Omit<LoadTest, "orders" | "spanMs">) =>
  judged({ orders: FEW, spanMs: 2 * MINUTE, tailMs: 5 * MINUTE, hasOperators: false, ...storm });

test("300 orders end once each, whatever gets lost", { timeout: SLOW_MS }, async () => {
  const { faults, figures } = await judged({ orders: ORDERS, spanMs: 6 * MINUTE });
  expect(faults).toEqual([]);
  expect(figures.issued + figures.failed).toBe(ORDERS - figures.onDesk);
  // The storm was one: every way was gone.
  expect(figures.failed).toBeGreaterThan(0);
  expect(figures.attempts).toBeGreaterThan(ORDERS);
  expect(figures.decided).toBeGreaterThan(0);
});

test("a silence taken for a no refunds what was delivered", { timeout: SLOW_MS }, async () => {
  const hasty = (supplier: Supplier): Supplier => ({
    ...supplier,
    place: async (order) => {
      const answer = await supplier.place(order);
      return answer.state === "unknown" ? { state: "failed", reason: "TIMEOUT" } : answer;
    },
  });
  const { faults } = await mutated({ wrapSupplier: hasty });
  expect(faults.join("\n")).toContain("a loss that nobody decided");
});

test("a new number for what was sent before is bought twice", { timeout: SLOW_MS }, async () => {
  const sent = new Set<string>();
  const forgetful = (supplier: Supplier): Supplier => ({
    ...supplier,
    place: (order) => {
      const outNo = sent.has(order.outNo) ? `${order.outNo}R` : order.outNo;
      sent.add(order.outNo);
      return supplier.place({ ...order, outNo });
    },
  });
  const { faults } = await mutated({ wrapSupplier: forgetful });
  expect(faults.join("\n")).toContain("a number that is not ours");
});

test("without its row held and its state guarded an order ends twice", {
  timeout: SLOW_MS,
}, async () => {
  const unfenced = [
    { from: /(FROM supplier_order[^;]*?) FOR (NO KEY )?UPDATE/, to: "$1" },
    {
      from: /(UPDATE supplier_order\s+SET state = [^;]*?) AND state = (\$\d+)/,
      to: "$1 AND $2::text <> ''",
    },
  ];
  const { faults } = await mutated({
    mutants: unfenced,
    faults: { ...manyFaults, duplicateCallback: 1, failLater: 0.5 },
  });
  expect(passed?.used()).toBeGreaterThan(FEW);
  expect(faults.length).toBeGreaterThan(0);
});

const CROWD: LoadTest = {
  orders: FEW,
  spanMs: MINUTE / 2,
  tailMs: 5 * MINUTE,
  hasOperators: false,
  settings: { supplierQueriesPerMinute: 40 },
  routes: [{ supplierId: "topup", product: "p", costFen: 90 }],
  faults: { ...noFaults, lostCallback: 1, never: 0.3 },
};
const TOO_OFTEN = /asked \d+ times a minute/;

test("a crowd at one supplier is asked about within its budget", { timeout: SLOW_MS }, async () => {
  const { faults, figures } = await judged(CROWD);
  expect(faults.join("\n")).not.toMatch(TOO_OFTEN);
  // All of it is used.
  expect(figures.perMinute).toBeGreaterThan(30);
});

test("without the budget's guard a minute has more", { timeout: SLOW_MS }, async () => {
  const unguarded = {
    from: "WHERE p.free_at IS NULL OR",
    to: "WHERE true OR p.free_at IS NULL OR",
  };
  const { faults } = await judged({ ...CROWD, mutants: [unguarded] });
  expect(faults.join("\n")).toMatch(TOO_OFTEN);
});
