/**
 * Promise 9 of reliability.md: whatever suppliers and workers do, each order ends once, under one
 * number.
 */
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { expect, test } from "vitest";
import {
  faultRates,
  findBreaches,
  openSupplierTestEnv,
  orderMeals,
  setFaults,
  startWorkers,
  waitUntilAllEnded,
} from "./suppliers.fixture.ts";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

const ORDERS = repeatCount({ suite: 100, slow: 500 });

test(`of ${ORDERS} orders each is delivered or given back, never both, under one number at the supplier`, async () => {
  const world = await openSupplierTestEnv();
  await setFaults(world.supplier, faultRates);
  const { kills } = await startWorkers(world.env);
  const receipts = await orderMeals(world, ORDERS, faultRates);
  const endedMs = await waitUntilAllEnded(world.db);
  expect(receipts.length).toBe(ORDERS);

  const { breaches, orders, delivered } = await findBreaches(world, receipts);
  expect({ breaches, orders }).toEqual({ breaches: [], orders: ORDERS });
  const { isSound, txns } = await trialBalance(world.db);
  const givenBack = ORDERS - delivered;
  expect({ isSound, txns }).toEqual({
    isSound: true,
    txns: { code_redeem: ORDERS, code_return: givenBack },
  });
  expect(givenBack).toBeGreaterThan(0);
  expect(kills()).toBeGreaterThan(0);
  process.stdout.write(
    `${delivered} delivered, ${givenBack} given back, ${kills()} workers killed, ` +
      `all ended ${(endedMs / 1_000).toFixed(1)} s after the last was ordered\n`,
  );
}, 240_000);

test("with a new number on each retry, the checks find a supplier order without a number of ours", async () => {
  const world = await openSupplierTestEnv();
  await setFaults(world.supplier, { error500: 0.5 });
  await startWorkers({ ...world.env, MUTANT: "new number" });
  const receipts = await orderMeals(world, 40, { error500: 0.5 });
  await waitUntilAllEnded(world.db);
  const { breaches } = await findBreaches(world, receipts);
  expect(breaches.filter((breach) => breach.startsWith("not our number"))).not.toEqual([]);
}, 120_000);
