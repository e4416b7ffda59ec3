/**
 * Tests the bills job: every day processed once, polled until it is available, across processes and
 * repeated runs.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { requestDay, reconcileBills, listBillDays } from "./actions.ts";
import {
  type BillTestEnv,
  DAY,
  NEXT_DAY,
  atTime,
  createBillTestEnv,
  ours,
  statementRow,
  scriptedSource,
} from "./test-env.fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let testEnv: BillTestEnv;
let channel: ReturnType<typeof scriptedSource>;
beforeEach(async () => {
  testEnv = await createBillTestEnv();
  channel = scriptedSource("wechatpay");
  channel.days.set(DAY, "none");
});
afterEach(() => testEnv.close());

const reconcile = () => reconcileBills(testEnv.context, testEnv.db, [channel.from]);

describe("the bills job", () => {
  test("polls for yesterday after ten past ten, and not before", async () => {
    testEnv.context.clock.set(atTime("10:09", NEXT_DAY));
    await reconcile();
    expect(channel.polledDays).toEqual(["2026-11-18"]);
    testEnv.context.clock.set(atTime("10:10", NEXT_DAY));
    await reconcile();
    expect(channel.polledDays).toEqual(["2026-11-18", DAY]);
  });

  test("polls until the bill is available, and then stops", async () => {
    await testEnv.put.payments([ours]);
    channel.days.delete(DAY);
    await reconcile();
    await reconcile();
    expect(channel.polledDays).toEqual([DAY]);
    testEnv.context.clock.advance(10 * 60_000);
    channel.days.set(DAY, [statementRow()]);
    await reconcile();
    testEnv.context.clock.advance(HOUR_MS);
    await reconcile();
    expect(channel.polledDays).toEqual([DAY, DAY]);
    expect(await listBillDays(testEnv.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { source: "wechatpay", day: DAY, state: "compared", rows: 1, differing: 0, editions: 1 },
    ]);
  });

  test("opens one case for a bill that never arrives, and keeps polling", async () => {
    channel.days.delete(DAY);
    await reconcile();
    for (const hours of [11, 2, 1]) {
      testEnv.context.clock.advance(hours * HOUR_MS);
      await reconcile();
    }
    expect(await testEnv.found()).toEqual([`bill_missing wechatpay ${DAY}`]);
    expect(await testEnv.rows("SELECT found FROM recon_run")).toEqual([{ found: 1 }]);
    expect(channel.polledDays.length).toBe(4);
  });

  test("does not accept an empty bill for a day with records", async () => {
    await testEnv.put.payments([ours]);
    await reconcile();
    expect(await listBillDays(testEnv.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { day: DAY, state: "waiting", reason: "it says that nothing happened" },
    ]);
  });

  test("processes each day once after three days of downtime", async () => {
    await reconcile();
    for (const day of [NEXT_DAY, "2026-11-21", "2026-11-22"]) channel.days.set(day, "none");
    testEnv.context.clock.advance(3 * DAY_MS);
    await reconcile();
    await reconcile();
    expect(channel.polledDays).toEqual([DAY, NEXT_DAY, "2026-11-21", "2026-11-22"]);
  });

  test("has the same result in two concurrent processes, even when both have claimed the same poll", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [
      statementRow({ feeFen: 1 }),
      statementRow({ outNo: "P9" }),
      statementRow({ outNo: "P9" }),
    ]);
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    await testEnv.owner.query(
      "UPDATE bill_day SET state = 'waiting', compared_at = NULL, judged_at = NULL, next_try_at = now()",
    );
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(await testEnv.found()).toHaveLength(3);
    expect(await testEnv.rows("SELECT count(*)::int AS n FROM recon_case")).toEqual([{ n: 3 }]);
    expect(await testEnv.rows("SELECT count(*)::int AS n FROM bill_row")).toEqual([{ n: 3 }]);
  });

  test("adds another edition next to the first, whose rows stay, and counts by the newer one", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [statementRow({ outNo: "P9" })]);
    await reconcile();
    expect(await testEnv.found()).toHaveLength(2);
    channel.days.set(DAY, [statementRow()]);
    await requestDay(testEnv.context, testEnv.db, { source: "wechatpay", day: DAY });
    await reconcile();
    expect(await testEnv.rows("SELECT count(*)::int AS n FROM bill_row")).toEqual([{ n: 2 }]);
    expect(await listBillDays(testEnv.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { rows: 1, editions: 2, differing: 0 },
    ]);
  });

  test("heals cases that a newer edition does not confirm, and reopens those that recur", async () => {
    const cases = () => testEnv.rows("SELECT class, state FROM recon_case ORDER BY opened_at, id");
    await testEnv.put.payments([ours]);
    channel.days.delete(DAY);
    for (let hours = 0; hours < 14; hours += 13) {
      testEnv.context.clock.advance(hours * HOUR_MS);
      await reconcile();
    }
    const editions = [
      [statementRow({ feeFen: 1 })],
      [statementRow()],
      [statementRow({ feeFen: 1 })],
    ];
    const seen: unknown[] = [];
    for (const edition of editions) {
      channel.days.set(DAY, edition);
      await requestDay(testEnv.context, testEnv.db, { source: "wechatpay", day: DAY });
      await reconcile();
      seen.push(await cases());
    }
    const missing = { class: "bill_missing", state: "healed" };
    const fee = (state: string) => ({ class: "bill_fee", state });
    expect(seen).toEqual([
      [missing, fee("open")],
      [missing, fee("healed")],
      [missing, fee("healed"), fee("open")],
    ]);
  });

  test("does not reopen a case that an operator has closed", async () => {
    await testEnv.put.payments([ours]);
    channel.days.set(DAY, [statementRow({ feeFen: 1 })]);
    await reconcile();
    await testEnv.owner.query(
      "UPDATE recon_case SET state = 'dismissed', closed_at = now(), closed_by = 'x'",
    );
    await requestDay(testEnv.context, testEnv.db, { source: "wechatpay", day: DAY });
    await reconcile();
    expect(await testEnv.rows("SELECT state FROM recon_case")).toEqual([{ state: "dismissed" }]);
  });
});
