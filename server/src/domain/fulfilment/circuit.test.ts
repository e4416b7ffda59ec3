/**
 * The circuit of each supplier: failures open it, one trial at a time closes it, and orders are
 * rerouted meanwhile.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placeOrder } from "./actions.ts";
import type { SupplierAnswer } from "./port.ts";
import { type FulfilmentEnv, openFulfilmentEnv, refused, TOPUP } from "./two-routes.fixture.ts";
import { claimTrial } from "./store/circuits.ts";
import { accepted } from "./testing.ts";

let env: FulfilmentEnv;
beforeAll(async () => {
  env = await openFulfilmentEnv();
});
beforeEach(() => env.fresh());
afterAll(() => env.close());

describe("the circuit", () => {
  const fail = async (times: number) => {
    env.first.supplier.place = async () => ({ state: "unknown", reason: "time-out" });
    for (let n = 0; n < times; n++) {
      await env.order([TOPUP]);
      await env.dispatch();
    }
  };
  const wentTo = async () => {
    const submitted = await env.order();
    await env.dispatch();
    const attempts = await env.attemptsOf(submitted);
    return attempts.map(({ supplierId, state }) => `${supplierId} ${state}`);
  };

  test("opens after failures, sends orders to the other route, and admits one trial after a while", async () => {
    await fail(9);
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    // This was the tenth failure: from now on no new order goes to this supplier.
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);
    expect(env.first.calls).toEqual([]);

    env.context.clock.advance(env.context.settings.circuitOpenMs);
    // The trial fails, so the circuit stays open for another period.
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);

    env.context.clock.advance(env.context.settings.circuitOpenMs);
    env.first.supplier.place = async () => accepted;
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
  });

  test("admits no other order during a trial", async () => {
    await fail(10);
    env.context.clock.advance(env.context.settings.circuitOpenMs);
    let answer = (_: SupplierAnswer): void => undefined;
    env.first.supplier.place = () => new Promise((resolve) => void (answer = resolve));
    const trial = await env.order();
    const placing = placeOrder(env.context, env.db, env.deps, trial);
    await expect.poll(async () => (await env.attemptsOf(trial))[0]?.state).toBe("SENT");
    const other = await env.order();
    await placeOrder(env.context, env.db, env.deps, other);
    expect(await env.attemptsOf(other)).toMatchObject([
      { state: "FAILED" },
      { supplierId: "cards" },
    ]);
    answer(accepted);
    await placing;
    const after = await env.order();
    env.first.supplier.place = async () => accepted;
    await placeOrder(env.context, env.db, env.deps, after);
    expect(await env.attemptsOf(after)).toMatchObject([{ supplierId: "topup", state: "ACCEPTED" }]);
  });

  test("admits one trial, also to concurrent orders", async () => {
    await fail(10);
    env.context.clock.advance(env.context.settings.circuitOpenMs);
    const now = env.context.clock.sql();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => claimTrial(env.db, "topup", { trialMs: 1_000, now })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("does not stop an order that has no other route", async () => {
    await fail(10);
    env.first.supplier.place = async () => accepted;
    const submitted = await env.order([TOPUP]);
    await env.dispatch();
    expect(await env.attemptsOf(submitted)).toMatchObject([{ state: "ACCEPTED" }]);
  });

  test("reroutes orders when an operator disables the supplier", async () => {
    await env.db.execute(sql`UPDATE supplier SET is_on = false WHERE supplier_id = 'topup'`);
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);
    await env.db.execute(sql`UPDATE supplier SET is_on = true WHERE supplier_id = 'topup'`);
  });

  test("keeps the unavailable supplier as the last route of a rerouted order", async () => {
    await fail(10);
    env.second.supplier.place = async () => refused;
    expect(await wentTo()).toEqual(["topup FAILED", "cards FAILED", "topup UNKNOWN"]);
  });

  test("alerts operators once a day", async () => {
    await fail(10);
    const alerts = await env.db.execute(sql`SELECT subject FROM alert WHERE kind = 'circuit_open'`);
    expect(alerts.rows).toEqual([{ subject: "topup" }]);
  });
});
