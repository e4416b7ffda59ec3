/** The storm at full size: ten thousand orders in forty minutes, within ninety seconds on two cores. */
import { expect, test } from "vitest";
import { letPass } from "./storm.fixture.ts";
import { verdictOf } from "./verdict.fixture.ts";

const ORDERS = 10_000;
const SPAN_MS = 40 * 60_000;
const BOUND_MS = 90_000;

test("ten thousand orders end once each, whatever gets lost", async ({ annotate }) => {
  const began = performance.now();
  const passed = await letPass({ orders: ORDERS, spanMs: SPAN_MS });
  const tookMs = performance.now() - began;
  const { faults, figures } = await verdictOf(passed, ORDERS);
  await passed.close();
  await annotate(JSON.stringify({ ...figures, tookMs: Math.round(tookMs) }));
  expect(faults).toEqual([]);
  expect(figures.issued + figures.failed).toBe(ORDERS - figures.onDesk);
  expect(tookMs).toBeLessThan(BOUND_MS);
});
