/** The circuit of each supplier: trouble opens it, one trial at a time closes it, and orders go round it meanwhile. */
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
      await env.carry();
    }
  };
  const wentTo = async () => {
    const submitted = await env.order();
    await env.carry();
    const attempts = await env.attemptsOf(submitted);
    return attempts.map(({ supplierId, state }) => `${supplierId} ${state}`);
  };

  test("opens on trouble, sends orders by the other route, and tries one again after a while", async () => {
    await fail(9);
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    // That was the tenth: from now on nothing new goes there.
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);
    expect(env.first.calls).toEqual([]);

    env.context.clock.advance(env.context.settings.circuitOpenMs);
    // One is tried, and it goes wrong; so the circuit stays open for another while.
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);

    env.context.clock.advance(env.context.settings.circuitOpenMs);
    env.first.supplier.place = async () => accepted;
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
  });

  test("while a trial is out nothing else goes there", async () => {
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

  test("has one trial, however many reach for it", async () => {
    await fail(10);
    env.context.clock.advance(env.context.settings.circuitOpenMs);
    const now = env.context.clock.sql();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => claimTrial(env.db, "topup", { trialMs: 1_000, now })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("without another route an order goes where it must", async () => {
    await fail(10);
    env.first.supplier.place = async () => accepted;
    const submitted = await env.order([TOPUP]);
    await env.carry();
    expect(await env.attemptsOf(submitted)).toMatchObject([{ state: "ACCEPTED" }]);
  });

  test("that an operator opened by switching the supplier off sends orders elsewhere", async () => {
    await env.db.execute(sql`UPDATE supplier SET is_on = false WHERE supplier_id = 'topup'`);
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);
    await env.db.execute(sql`UPDATE supplier SET is_on = true WHERE supplier_id = 'topup'`);
  });

  test("leaves the shut supplier as the last resort of an order that was passed over", async () => {
    await fail(10);
    env.second.supplier.place = async () => refused;
    expect(await wentTo()).toEqual(["topup FAILED", "cards FAILED", "topup UNKNOWN"]);
  });

  test("is told to operators once a day", async () => {
    await fail(10);
    const alerts = await env.db.execute(sql`SELECT subject FROM alert WHERE kind = 'circuit_open'`);
    expect(alerts.rows).toEqual([{ subject: "topup" }]);
  });
});
