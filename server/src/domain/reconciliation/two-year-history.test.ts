/**
 * Tests earning, spending, refunds and expiry over two years: the reference models agree at every
 * step.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { reconcile } from "./actions.ts";
import { DAY_MS, TwoYearHistory } from "./two-year-history.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const MEMBERS = repeatCount({ suite: 1, slow: 6 });
const DAYS = repeatCount({ suite: 180, slow: 2 * 365 });

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
  await shop.offer({ id: "gift-card", delivery: "card", priceFen: 1_234 });
  // All levels earn at the same rate, because the reference lots have only one.
  await shop.db.execute(sql`UPDATE level SET points_rate = 100`);
}, 60_000);
afterAll(() => shop.close());

test(`${MEMBERS} histories of ${DAYS} days`, { timeout: MEMBERS * 180_000 }, async () => {
  for (let n = 1; n <= MEMBERS; n++) {
    const memberId = await shop.buyer(n);
    const years = new TwoYearHistory(shop, memberId, `two years ${n}`);
    const end = shop.context.clock.now().getTime() + DAYS * DAY_MS;
    while (shop.context.clock.now().getTime() < end) await years.day();
    // Every action happened, and more than a few times.
    for (const what of ["signing in", "a top-up", "delivery", "refunding", "the jobs"]) {
      expect(years.counts[what] ?? 0, what).toBeGreaterThan(5);
    }
  }
  // No outbox handler runs here, and top-ups come without the channel's posting: the reconciliation
  // finds both, and nothing else.
  await reconcile(shop.context, shop.db, "full");
  const { rows } = await shop.db.execute<{ class: string }>(
    sql`SELECT DISTINCT class FROM recon_case ORDER BY 1`,
  );
  expect(rows.map((row) => row.class)).toEqual(["outbox_stuck", "payment_unposted"]);
});
