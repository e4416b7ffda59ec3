/**
 * The last pieces of stock: never sold twice, never refused while free, free again when a hold has
 * expired.
 */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseError } from "../../platform/database/failure.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";
import { mutate, openRaceDatabase, type RaceDatabase } from "../ledger/race.fixture.ts";
import {
  type Buyer,
  confirmStock,
  countStock,
  runConcurrently,
  holdStock,
  voidStock,
} from "./stock.fixture.ts";
import { createTestOffer } from "./testing.ts";

const BUYERS = repeatCount({ suite: 1_200, slow: 5_000 });
/** Enough for three of five buyers, and one more. */
const PIECES = (BUYERS * 3) / 5 + 1;
/** Buyings, payments, cancellations and expiries at once. */
const MIXED = repeatCount({ suite: 600, slow: 2_000 });
const MINUTE_MS = 60_000;

let raceDatabase: RaceDatabase;
beforeEach(async () => {
  raceDatabase = await openRaceDatabase();
}, 60_000);
afterEach(() => raceDatabase.close());

const soon = () => new Date(Date.now() + MINUTE_MS);
const buyersOf = (count: number, quantityOf: (n: number) => number = () => 1): Buyer[] =>
  Array.from({ length: count }, (_, n) => ({
    hold: raceDatabase.context.ids.next(),
    quantity: quantityOf(n),
  }));

/** Returns the database's error code. */
const outcomeOfError = (error: unknown): string => databaseError(error)?.code ?? String(error);

/**
 * Runs all buyers concurrently; returns who got a piece, how many were refused, and the other
 * outcomes.
 */
async function raceForStock(buyers: readonly Buyer[]) {
  const expiresAt = soon();
  const outcomes = await runConcurrently(
    buyers.map((buyer) => async () => {
      const short = holdStock(raceDatabase.db, { ...buyer, skuId: "hot", expiresAt });
      return short.then((sku) => (sku === null ? "held" : "refused"), outcomeOfError);
    }),
  );
  const holders = buyers.filter((_, at) => outcomes[at] === "held");
  const refused = outcomes.filter((outcome) => outcome === "refused").length;
  return { holders, refused, failures: outcomes.length - holders.length - refused };
}

const soundly = (count: Awaited<ReturnType<typeof countStock>>) => ({
  isSound:
    count.held === count.promised &&
    count.sold === count.kept &&
    count.held + count.sold <= count.total,
});

describe(`${BUYERS} buyers of one SKU`, () => {
  test("get all pieces when there are just enough, and none is refused", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: BUYERS });
    const { holders, refused, failures } = await raceForStock(buyersOf(BUYERS));
    expect({ held: holders.length, refused, failures }).toEqual({
      held: BUYERS,
      refused: 0,
      failures: 0,
    });
    expect(await countStock(raceDatabase.db, "hot")).toMatchObject({
      held: BUYERS,
      promised: BUYERS,
    });
  }, 60_000);

  test("get all pieces and not one more, and the paid ones are sold", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: PIECES });
    const { holders, refused, failures } = await raceForStock(buyersOf(BUYERS));
    expect({ held: holders.length, refused, failures }).toEqual({
      held: PIECES,
      refused: BUYERS - PIECES,
      failures: 0,
    });
    const paid = await runConcurrently(
      holders.map(
        ({ hold }) =>
          () =>
            confirmStock(raceDatabase.db, hold),
      ),
    );
    expect(paid.every(Boolean)).toBe(true);
    expect(await countStock(raceDatabase.db, "hot")).toMatchObject({
      held: 0,
      sold: PIECES,
      kept: PIECES,
    });
  }, 60_000);

  test("find two pieces in two buckets", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 8 });
    expect((await raceForStock(buyersOf(4, () => 2))).refused).toBe(0);
    expect((await raceForStock(buyersOf(1))).refused).toBe(1);
  });

  test("find the last pieces in any bucket, also several at a time", async () => {
    const buyers = buyersOf(1_000, (n) => 1 + (n % 3));
    const requested = buyers.reduce((sum, { quantity }) => sum + quantity, 0);
    await createTestOffer(raceDatabase.db, { id: "hot", stock: requested });
    const { refused, failures } = await raceForStock(buyers);
    expect({ refused, failures }).toEqual({ refused: 0, failures: 0 });
    const count = await countStock(raceDatabase.db, "hot");
    expect(count).toMatchObject({ held: requested });
    expect(soundly(count)).toEqual({ isSound: true });
  }, 60_000);
});

/**
 * Two buyers of the only piece: the second has seen it free and waits until the first has
 * committed.
 */
async function collide(): Promise<string> {
  await createTestOffer(raceDatabase.db, { id: "hot", stock: 1 });
  const [first, second] = buyersOf(2);
  if (!first || !second) throw new Error("two buyers");
  const expiresAt = soon();
  const client = await raceDatabase.db.$client.connect();
  const items = JSON.stringify([{ skuId: "hot", quantity: 1 }]);
  await client.query("BEGIN");
  await client.query("SELECT catalog_stock_hold($1, $2, $3, NULL)", [first.hold, items, expiresAt]);
  const waiting = holdStock(raceDatabase.db, { ...second, skuId: "hot", expiresAt }).then(
    (short) => (short === null ? "held" : "refused"),
    outcomeOfError,
  );
  const isWaiting = async () => {
    const found = await raceDatabase.owner.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return found.rows.length > 0;
  };
  while (!(await isWaiting())) await new Promise((done) => setTimeout(done, 5));
  await client.query("COMMIT");
  client.release();
  return waiting;
}

describe("the race for the last piece", () => {
  const guard = "AND bucket = v_bucket AND total - held - sold >= p_quantity";
  const file = { module: "catalog", file: "stock-take.sql" };
  const dropGuard = () =>
    mutate(raceDatabase.owner, [{ ...file, from: guard, to: "AND bucket = v_bucket" }]);

  test("refuses the second buyer", async () => {
    expect(await collide()).toBe("refused");
  });

  test("without its guard relies on the CHECK, which fails the second buyer", async () => {
    await dropGuard();
    expect(await collide()).toBe("23514");
  });

  test("without guard and CHECK gives one piece to two buyers", async () => {
    await dropGuard();
    await raceDatabase.owner.query("ALTER TABLE sku_stock DROP CONSTRAINT sku_stock_not_oversold");
    expect(await collide()).toBe("held");
    expect(await countStock(raceDatabase.db, "hot")).toMatchObject({ total: 1, held: 2 });
  });

  test("without the search through all buckets refuses an available piece", async () => {
    const search = "IF v_free < p_quantity THEN RETURN false; END IF;";
    await mutate(raceDatabase.owner, [{ ...file, from: search, to: "RETURN false;" }]);
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 8 });
    expect((await raceForStock(buyersOf(1, () => 2))).refused).toBe(1);
  }, 60_000);
});

describe("an expired hold", () => {
  const now = new Date("2026-11-20T04:00:00Z");
  const later = new Date(now.getTime() + 15 * MINUTE_MS);
  const hold = (buyer: Buyer, at: Date) =>
    holdStock(raceDatabase.db, {
      ...buyer,
      skuId: "hot",
      now: at,
      expiresAt: new Date(at.getTime() + 15 * MINUTE_MS),
    });

  test("is free for the next buyer, without any job", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 3 });
    const [first, second] = buyersOf(2, () => 3);
    if (!first || !second) throw new Error("two buyers");
    expect(await hold(first, now)).toBeNull();
    expect(await hold(second, new Date(later.getTime() - 1))).toBe("hot");
    expect(await hold(second, later)).toBeNull();
    expect(await countStock(raceDatabase.db, "hot")).toMatchObject({ held: 3, promised: 3 });
    expect(await confirmStock(raceDatabase.db, first.hold, later)).toBe(false);
    expect(await confirmStock(raceDatabase.db, second.hold, later)).toBe(true);
  });

  test("can still be paid while its pieces are free, and takes new ones when there are any", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 3 });
    const [slow, other] = buyersOf(2, () => 3);
    if (!slow || !other) throw new Error("two buyers");
    await hold(slow, now);
    await hold(other, later);
    await voidStock(raceDatabase.db, other.hold);
    expect(await confirmStock(raceDatabase.db, slow.hold, later)).toBe(true);
    expect(await confirmStock(raceDatabase.db, slow.hold, later)).toBe(true);
    const count = await countStock(raceDatabase.db, "hot");
    expect(count).toMatchObject({ held: 0, sold: 3 });
    expect(await confirmStock(raceDatabase.db, other.hold, later)).toBe(false);
  });

  test("is released by many at once and counted once", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 400 });
    const expiringBuyers = buyersOf(200, () => 2);
    await runConcurrently(expiringBuyers.map((buyer) => () => hold(buyer, now)));
    const late = await runConcurrently(buyersOf(500).map((buyer) => () => hold(buyer, later)));
    expect(late.filter((short) => short === null)).toHaveLength(400);
    const paid = await runConcurrently(
      expiringBuyers.map(
        ({ hold: id }) =>
          () =>
            confirmStock(raceDatabase.db, id, later),
      ),
    );
    expect(paid.filter(Boolean)).toHaveLength(0);
    expect(soundly(await countStock(raceDatabase.db, "hot"))).toEqual({ isSound: true });
  }, 60_000);
});

describe("an order of several SKUs", () => {
  const items = JSON.stringify([
    { skuId: "hot", quantity: 2 },
    { skuId: "rare", quantity: 2 },
    { skuId: "theirs", quantity: 9 },
  ]);
  const holdAll = async (hold: string) => {
    const found = await raceDatabase.db.execute<{ short: string | null }>(
      sql`SELECT catalog_stock_hold(${hold}, ${items}::jsonb, ${soon()}, NULL) AS short`,
    );
    return found.rows[0]?.short;
  };

  test("holds all or nothing, and does not touch a supplier's stock", async () => {
    await createTestOffer(raceDatabase.db, { id: "hot", stock: 9 });
    await createTestOffer(raceDatabase.db, { id: "rare", stock: 3 });
    await createTestOffer(raceDatabase.db, { id: "theirs" });
    const [first, second] = buyersOf(2);
    if (!first || !second) throw new Error("two buyers");
    expect(await holdAll(first.hold)).toBeNull();
    expect(await holdAll(first.hold)).toBeNull();
    expect(await holdAll(second.hold)).toBe("rare");
    expect(await countStock(raceDatabase.db, "hot")).toMatchObject({ held: 2, promised: 2 });
    expect(await confirmStock(raceDatabase.db, first.hold)).toBe(true);
    expect(await countStock(raceDatabase.db, "rare")).toMatchObject({ held: 0, sold: 2 });
    await raceDatabase.db.execute(sql`SELECT catalog_stock_return('rare', 2, NULL)`);
    expect(await holdAll(second.hold)).toBeNull();
    await expect(
      raceDatabase.db.execute(sql`SELECT catalog_stock_return('hot', 3, NULL)`),
    ).rejects.toMatchObject({ cause: { code: "23514" } });
  });
});

test("concurrent buying, paying, cancelling and expiry keep the stock consistent, without a deadlock", async () => {
  await createTestOffer(raceDatabase.db, { id: "hot", stock: 40 });
  await createTestOffer(raceDatabase.db, { id: "rare", stock: 40 });
  const work = async (n: number): Promise<string> => {
    const hold = raceDatabase.context.ids.next();
    const items = [
      { skuId: n % 2 ? "hot" : "rare", quantity: 1 + (n % 3) },
      { skuId: n % 2 ? "rare" : "hot", quantity: 1 + (n % 2) },
    ];
    // Every third hold expires at once.
    const expiresAt = n % 3 ? soon() : new Date(Date.now() + 5);
    const found = await raceDatabase.db.execute<{ short: string | null }>(sql`
      SELECT catalog_stock_hold(${hold}, ${JSON.stringify(items)}::jsonb, ${expiresAt}, NULL) AS short`);
    if (found.rows[0]?.short) return "refused";
    if (n % 5 === 0) return (await confirmStock(raceDatabase.db, hold)) ? "paid" : "late";
    if (n % 7 === 0) return "left";
    await voidStock(raceDatabase.db, hold);
    return "cancelled";
  };
  const outcomes = await runConcurrently(
    Array.from({ length: MIXED }, (_, n) => () => work(n).catch(outcomeOfError)),
  );
  const known = new Set(["refused", "paid", "late", "left", "cancelled"]);
  expect(outcomes.filter((outcome) => !known.has(outcome))).toEqual([]);
  for (const skuId of ["hot", "rare"])
    expect(soundly(await countStock(raceDatabase.db, skuId))).toEqual({ isSound: true });
}, 60_000);
