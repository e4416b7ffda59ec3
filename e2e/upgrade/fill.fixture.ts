/**
 * Fills a database with members, orders, money, codes and queued messages in every state; ends
 * while nothing is in progress.
 */
import { seedDemo } from "@yunjing/server/demo/seed";
import { fillOpenCodes, fillUsedCodes } from "./fill-codes.fixture.ts";
import {
  fillOpenTopUps,
  fillOpenWithdrawals,
  fillTopUps,
  fillWithdrawals,
} from "./fill-money.fixture.ts";
import {
  fillClosedOrders,
  fillManualOrders,
  fillPaidOrders,
  fillSupplierOrders,
  fillWaitingOrders,
  offerMore,
} from "./fill-orders.fixture.ts";
import {
  fillAnnouncements,
  fillApprovals,
  fillClosings,
  fillInvitations,
  fillLogins,
  fillOpenClosing,
  fillOpenRewards,
  fillProofs,
  fillRewards,
} from "./fill-people.fixture.ts";
import { fillLosses, fillQueue, fillSentOrder } from "./fill-queue.fixture.ts";
import { fillOpenRefunds, fillRefunds, requestedRefund } from "./fill-refunds.fixture.ts";
import {
  fillByStatement,
  fillCampaigns,
  fillCases,
  fillFiles,
  fillGifts,
  fillHealedCase,
  fillStoredRest,
} from "./fill-rest.fixture.ts";
import { pagesRead } from "./pages-read.fixture.ts";
import { DAY_MS, openPast, type Past } from "./past.fixture.ts";
import type { SavedTestEnv } from "./saved-test-env.fixture.ts";

/** What ended before the database is saved. */
async function fillHistory(past: Past): Promise<void> {
  const { testEnv } = past;
  await offerMore(past);
  await fillClosedOrders(past);
  const closeAccounts = await fillClosings(past);
  await fillPaidOrders(past);
  await fillRefunds(past);
  await fillUsedCodes(past);
  await fillTopUps(past);
  await fillWithdrawals(past);
  testEnv.clock.advance(DAY_MS);
  await testEnv.runJob("bill-keeper");
  await fillInvitations(past);
  await fillRewards(past);
  await fillHealedCase(past);
  await closeAccounts();
  for (const { name } of testEnv.app.jobs) await testEnv.runJob(name);
  await testEnv.dispatchAll();
}

/** What is under way when the database is saved. */
async function fillPresent(past: Past): Promise<void> {
  await fillApprovals(past);
  await fillAnnouncements(past);
  await fillFiles(past);
  await fillCases(past);
  await fillGifts(past);
  await fillStoredRest(past);
  await fillCampaigns(past);
  await fillByStatement(past);
  await fillManualOrders(past);
  await fillOpenWithdrawals(past);
  await fillOpenTopUps(past);
  const refunds = [
    await requestedRefund(past),
    await requestedRefund(past),
    await requestedRefund(past),
  ];
  await fillOpenRefunds(past);
  await fillOpenRewards(past);
  await fillOpenClosing(past);
  await fillProofs(past);
  await fillLogins(past);
  await fillOpenCodes(past);
  await fillSupplierOrders(past);
  await fillLosses(past);
  await fillWaitingOrders(past);
  await fillQueue(past, refunds);
  await fillSentOrder(past);
}

/** Answers what the test must know besides the rows. */
export async function fillDatabase(testEnv: SavedTestEnv): Promise<Past["facts"]> {
  const { context, db, app, outside } = testEnv;
  const { diningSource, gates } = app.gateways;
  await seedDemo(context, db, { diningSource, gates, sandboxOrigin: outside });
  await testEnv.dispatchAll();
  const past = await openPast(testEnv);
  await fillHistory(past);
  await fillPresent(past);
  const now = testEnv.clock.now().toISOString();
  return {
    ...past.facts,
    now,
    topics: Object.keys(app.outboxHandlers),
    pages: await pagesRead(testEnv),
  };
}
