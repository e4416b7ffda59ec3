/** Routes in their order, and circuits at their edge. */
import { expect, test } from "vitest";
import { settingsWith } from "../../platform/settings.ts";
import { isPassedOver, isTripped, orderRoutes } from "./routing.ts";

const route = (supplierId: string, priority: number, costFen: number) => ({
  ...{ supplierId, product: "p", priority, costFen },
});
const names = (routes: readonly { supplierId: string }[]) =>
  routes.map(({ supplierId }) => supplierId);
const shut = (...ids: string[]) => new Set(ids);

test("circuit first, then priority, then price", () => {
  const routes = [route("dear", 1, 300), route("late", 2, 100), route("cheap", 1, 200)];
  expect(names(orderRoutes(routes, shut()))).toEqual(["cheap", "dear", "late"]);
  expect(names(orderRoutes(routes, shut("cheap")))).toEqual(["dear", "late", "cheap"]);
  expect(names(orderRoutes(routes, shut("cheap", "dear", "late")))).toEqual([
    ...["cheap", "dear", "late"],
  ]);
});

test("alike routes stay as they stood, and the list that was given stays as it was", () => {
  const routes = [route("b", 1, 100), route("a", 1, 100)];
  expect(names(orderRoutes(routes, shut()))).toEqual(["b", "a"]);
  orderRoutes(routes, shut("b"));
  expect(names(routes)).toEqual(["b", "a"]);
});

test("a circuit trips at its share, and not on a few placings", () => {
  const settings = settingsWith({ circuitPlacingsMin: 10, circuitBadShare: 0.5 });
  expect(isTripped({ good: 5, bad: 5 }, settings)).toBe(true);
  expect(isTripped({ good: 6, bad: 5 }, settings)).toBe(false);
  expect(isTripped({ good: 0, bad: 9 }, settings)).toBe(false);
});

test("an order is passed over only while another route lives, and not for ever", () => {
  const own = { supplierId: "a", attempt: 1, routes: [route("b", 1, 1)] };
  expect(isPassedOver(own, shut("a"))).toBe(true);
  expect(isPassedOver(own, shut())).toBe(false);
  expect(isPassedOver(own, shut("a", "b"))).toBe(false);
  expect(isPassedOver({ ...own, routes: [] }, shut("a"))).toBe(false);
  expect(isPassedOver({ ...own, attempt: 5 }, shut("a"))).toBe(false);
});
