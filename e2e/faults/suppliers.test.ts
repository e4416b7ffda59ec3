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
import { isSlowTier, repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

const ORDERS = repeatCount({ suite: 40, slow: 500 });

test(`of ${ORDERS} orders each is delivered or given back, never both, under one number at the supplier`, async () => {
  const testEnv = await openSupplierTestEnv();
  await setFaults(testEnv.supplier, faultRates);
  const { kills } = await startWorkers(testEnv.env);
  const receipts = await orderMeals(testEnv, ORDERS, faultRates);
  const endedMs = await waitUntilAllEnded(testEnv.db);
  expect(receipts.length).toBe(ORDERS);

  const { breaches, orders, delivered } = await findBreaches(testEnv, receipts);
  expect({ breaches, orders }).toEqual({ breaches: [], orders: ORDERS });
  const { isSound, txns } = await trialBalance(testEnv.db);
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

test.runIf(isSlowTier)(
  "with a new number on each retry, the checks find a supplier order without a number of ours",
  async () => {
    const testEnv = await openSupplierTestEnv();
    await setFaults(testEnv.supplier, { error500: 0.5 });
    await startWorkers({ ...testEnv.env, MUTANT: "new number" }, { areKilled: false });
    const receipts = await orderMeals(testEnv, 16, { error500: 0.5 });
    await waitUntilAllEnded(testEnv.db);
    const { breaches } = await findBreaches(testEnv, receipts);
    expect(breaches.filter((breach) => breach.startsWith("not our number"))).not.toEqual([]);
  },
  120_000,
);
