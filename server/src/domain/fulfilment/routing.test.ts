/** The order of routes, and the thresholds of the circuit breaker. */
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../platform/random.ts";
import { settingsWith } from "../../platform/settings.ts";
import type { Route } from "./port.ts";
import { shouldReroute, isTripped, orderRoutes, type SupplierStats } from "./routing.ts";

const route = (supplierId: string, priority: number, costFen: number) => ({
  supplierId,
  product: "p",
  priority,
  costFen,
});
const names = (routes: readonly { supplierId: string }[]) =>
  routes.map(({ supplierId }) => supplierId);
const random = seededRandom("routes");
const statsOf = (supplierId: string, more: Partial<SupplierStats> = {}): SupplierStats => ({
  supplierId,
  isShut: false,
  isAiling: false,
  goodShare: 1_000,
  placingMs: null,
  ...more,
});
const shut = (...ids: string[]) => new Set(ids);
const ordered = (routes: readonly Route[], ...stats: SupplierStats[]) =>
  names(orderRoutes(routes, { random, stats }));

test("routes are ordered by circuit first, then priority, then price", () => {
  const routes = [route("dear", 1, 300), route("late", 2, 100), route("cheap", 1, 200)];
  const off = (id: string) => statsOf(id, { isShut: true });
  expect(ordered(routes)).toEqual(["cheap", "dear", "late"]);
  expect(ordered(routes, off("cheap"))).toEqual(["dear", "late", "cheap"]);
  expect(ordered(routes, off("cheap"), off("dear"), off("late"))).toEqual([
    "cheap",
    "dear",
    "late",
  ]);
});

test("a supplier with many recent failures comes last of its priority, and before the next priority", () => {
  const routes = [route("cheap", 1, 200), route("dear", 1, 300), route("late", 2, 100)];
  const ailing = statsOf("cheap", { isAiling: true });
  expect(ordered(routes, ailing)).toEqual(["dear", "cheap", "late"]);
});

test("at one price the faster supplier is first", () => {
  const routes = [route("slow", 1, 200), route("fast", 1, 200)];
  const [slow, fast] = [statsOf("slow", { placingMs: 900 }), statsOf("fast", { placingMs: 90 })];
  expect(ordered(routes, slow, fast)).toEqual(["fast", "slow"]);
});

describe("weights", () => {
  const three = [
    { ...route("big", 1, 300), weight: 60 },
    { ...route("small", 1, 100), weight: 20 },
    { ...route("little", 1, 200), weight: 20 },
    route("none", 1, 1),
  ];
  /** Counts how often each supplier is first, in a thousand draws of one seed. */
  function firsts(...stats: SupplierStats[]) {
    const chance = seededRandom("weights");
    const count: Record<string, number> = { big: 0, small: 0, little: 0, none: 0 };
    for (let n = 0; n < 1_000; n++) {
      const [first] = names(orderRoutes(three, { random: chance, stats }));
      count[first ?? ""] = (count[first ?? ""] ?? 0) + 1;
    }
    return count;
  }

  test("set how often a route is first, independent of the price; a route without a weight comes last", () => {
    const { big = 0, small = 0, little = 0, none } = firsts();
    expect(none).toBe(0);
    expect(big).toBeGreaterThan(550);
    expect(big).toBeLessThan(650);
    expect(Math.min(small, little)).toBeGreaterThan(150);
    expect(ordered(three).at(-1)).toBe("none");
  });

  test("are scaled by the recent success rate", () => {
    const { big = 0, small = 0 } = firsts(statsOf("big", { goodShare: 100 }));
    expect(small).toBeGreaterThan(big * 2);
  });
});

test("equal routes keep their order, and the given list is not changed", () => {
  const routes = [route("b", 1, 100), route("a", 1, 100)];
  expect(ordered(routes)).toEqual(["b", "a"]);
  ordered(routes, statsOf("b", { isShut: true }));
  expect(names(routes)).toEqual(["b", "a"]);
});

test("a circuit opens at its share of failures, and not after a few placings", () => {
  const settings = settingsWith({ circuitPlacingsMin: 10, circuitBadShare: 0.5 });
  expect(isTripped({ good: 5, bad: 5 }, settings)).toBe(true);
  expect(isTripped({ good: 6, bad: 5 }, settings)).toBe(false);
  expect(isTripped({ good: 0, bad: 9 }, settings)).toBe(false);
});

test("an order is rerouted only while another route is available, and not forever", () => {
  const own = { supplierId: "a", attempt: 1, routes: [route("b", 1, 1)] };
  expect(shouldReroute(own, shut("a"))).toBe(true);
  expect(shouldReroute(own, shut())).toBe(false);
  expect(shouldReroute(own, shut("a", "b"))).toBe(false);
  expect(shouldReroute({ ...own, routes: [] }, shut("a"))).toBe(false);
  expect(shouldReroute({ ...own, attempt: 5 }, shut("a"))).toBe(false);
});
