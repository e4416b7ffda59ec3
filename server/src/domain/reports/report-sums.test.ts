/**
 * The stored sums of the reports: every report is the same from stored hours and days as counted from the
 * orders, whatever the job has summed and whatever changed later; each rule fails without its guard.
 */
import { type ReportGroup, type ReportKind, reports } from "@yunjing/contract/report-kinds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { seededRandom } from "../../platform/random.ts";
import { times } from "../ledger/race.fixture.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import {
  createShopWithHistory,
  type ShopWithHistory,
} from "../reconciliation/shop-history.fixture.ts";
import { readReport, sumReports } from "./actions.ts";
import { DAY_MS, divide, HOUR_MS, hourOf, type Span } from "./model.ts";

const MINUTE_MS = 60_000;
/** As long as it takes; nothing is summed again that is not known to have changed. */
const WHOLE = { runMs: 60_000, againMs: 0 };

let shop: ShopWithHistory;
/** Reads as if nothing were stored. */
let counting: Db;
beforeAll(async () => {
  shop = await createShopWithHistory();
  counting = withMutants([{ from: "FROM report_mark", to: "FROM report_mark WHERE false" }]);
}, 120_000);
afterAll(async () => {
  await closeDatabase(counting);
  await shop.close();
});

const withMutants = (mutants: readonly Mutant[]): Db =>
  openMutantDatabase({ url: shop.appUrl, log: shop.context.log, size: 8 }, mutants).db;
const now = () => shop.context.clock.now().getTime();
const sum = (limits: Parameters<typeof sumReports>[2] = WHOLE, db: Db = shop.db) =>
  sumReports(shop.context, db, limits);
const forget = () => shop.owner.query("TRUNCATE report_sum, report_mark, report_change");

const groups = Object.entries(reports).flatMap(([kind, { by }]) =>
  by.map((group) => [kind as ReportKind, group] as const),
);
const read = (db: Db, kind: ReportKind, by: ReportGroup, span: Span) =>
  readReport(shop.context, db, { kind, by, ...span });

/** Spans that end now and that end earlier, and begin and end within hours and days. */
function spans(random: (below: number) => number): Span[] {
  const to = now() + 1;
  const ends = to - random(3 * DAY_MS);
  return [
    { from: to - 30 * DAY_MS, to },
    { from: to - 1 - random(20 * DAY_MS), to },
    { from: ends - 1 - random(10 * DAY_MS), to: ends },
    { from: ends - 1 - random(2 * HOUR_MS), to: ends },
  ];
}

function randomFrom(seed: string): (below: number) => number {
  const { bytes } = seededRandom(seed);
  return (below) => Buffer.from(bytes(6)).readUIntBE(0, 6) % below;
}

/** Compares every report by every group with what the orders, payments and postings give. */
async function expectCounted(seed: string, db: Db = shop.db): Promise<void> {
  for (const span of spans(randomFrom(seed)))
    for (const [kind, by] of groups)
      expect(await read(db, kind, by, span), `${kind} by ${by}`).toEqual(
        await read(counting, kind, by, span),
      );
}

const storedRows = async () =>
  (await shop.owner.query("SELECT * FROM report_sum ORDER BY grain, at, part, key")).rows;

test("a span is what is stored and what is counted, without a gap and without an overlap", () => {
  const random = randomFrom("divide");
  for (let time = 0; time < 2_000; time++) {
    const since = hourOf(random(20 * DAY_MS));
    const mark = { since, until: since + random(10 * DAY_MS) };
    const from = random(40 * DAY_MS);
    const span = { from, to: from + 1 + random(10 * DAY_MS) };
    const { stored, counted } = divide(span, mark);
    const pieces = [...stored, ...counted].toSorted((a, b) => a.from - b.from);
    expect(pieces[0]?.from).toBe(span.from);
    expect(pieces.at(-1)?.to).toBe(span.to);
    pieces.slice(1).forEach((piece, at) => expect(piece.from).toBe(pieces[at]?.to));
    for (const { grain, ...piece } of stored) {
      const [size, offset] = grain === "day" ? [DAY_MS, 8 * HOUR_MS] : [HOUR_MS, 0];
      expect((piece.from + offset) % size).toBe(0);
      expect(piece.to === mark.until || (piece.to + offset) % size === 0).toBe(true);
      expect(piece.from).toBeGreaterThanOrEqual(mark.since);
      expect(piece.to).toBeLessThanOrEqual(mark.until);
    }
    expect(counted.length).toBeLessThanOrEqual(2);
  }
});

test("reports are the same before the job, from the stored hours, and after the next minutes", async () => {
  await expectCounted("before");
  shop.context.clock.advance(2 * MINUTE_MS);
  expect(await sum()).toBeGreaterThan(1);
  await expectCounted("stored");
  shop.context.clock.advance(MINUTE_MS);
  expect(await sum()).toBe(1);
  await expectCounted("next");
});

test("they are read from what is stored", async () => {
  const span = { from: now() - 30 * DAY_MS, to: now() + 1 };
  const change = (by: number) =>
    shop.owner.query(`UPDATE report_sum SET cash_fen = cash_fen + ${by} WHERE part = 'order'`);
  await change(3);
  expect((await read(shop.db, "bill", "day", span)).ledgerDifference).toBeGreaterThan(0);
  await change(-3);
  expect((await read(shop.db, "bill", "day", span)).ledgerDifference).toBe(0);
});

/** One thing that happens in the shop, at random. */
async function happen(random: (below: number) => number): Promise<void> {
  const own = <T extends object>(text: string) => shop.rows<T>(text);
  const [order] = await own<{ orderNo: string; memberId: string; itemId: string }>(
    `SELECT o.order_no AS "orderNo", o.member_id AS "memberId", i.id AS "itemId" FROM orders o
     JOIN order_item i ON i.member_id = o.member_id AND i.order_id = o.id
     WHERE o.paid_at IS NOT NULL AND i.refunded_quantity = 0 AND o.order_state <> 'CLOSED'
     ORDER BY o.order_no OFFSET ${random(6)} LIMIT 1`,
  );
  const [refund] = await own<{ refundNo: string }>(
    `SELECT refund_no AS "refundNo" FROM refund WHERE state IN ('APPROVED', 'PROCESSING') ORDER BY refund_no LIMIT 1`,
  );
  const acts = [
    async () => {
      const memberId = await shop.buyer(810 + random(80), { points: 500, principalFen: 400 });
      await shop.mixedOrder(memberId, 1 + random(2));
    },
    async () => {
      if (!order) return;
      const { memberId, orderNo, itemId } = order;
      await shop.deliverCards(orderNo, 1);
      expect(await codeOf(shop.apply(memberId, orderNo, [{ itemId, quantity: 1 }]))).toBe("done");
    },
    async () => {
      if (!refund) return;
      await shop.ask(refund.refundNo);
      await shop.decide(refund.refundNo, "success");
    },
    // A delivery with or without a cost ends late.
    () =>
      shop.owner.query(
        `UPDATE supplier_order SET state = 'SUCCESS', next_look_at = NULL, ended_at = $1, cost_fen = $2
         WHERE (member_id, id) IN (SELECT member_id, id FROM supplier_order
           WHERE state NOT IN ('SUCCESS', 'FAILED') ORDER BY id LIMIT 1)`,
        [shop.context.clock.now(), random(2) * 70],
      ),
  ];
  await acts[random(acts.length)]?.();
}

test("whatever happens before, between and after the runs of the job, reports are those of the orders", async () => {
  const random = randomFrom("history");
  await forget();
  await shop.owner.query("ALTER TABLE supplier_order DISABLE TRIGGER USER");
  for (let round = 0; round < 3; round++) {
    for (let step = 0; step < 9; step++) {
      await happen(random);
      shop.context.clock.advance(1 + random(random(2) === 0 ? MINUTE_MS : 5 * HOUR_MS));
      if (random(3) === 0) await sum();
    }
    // Nothing is stored that is older than two minutes.
    shop.context.clock.advance(MINUTE_MS + 1);
    await sum();
    await expectCounted(`round ${round}`);
  }
  await shop.owner.query("ALTER TABLE supplier_order ENABLE TRIGGER USER");
}, 180_000);

/** An order of two days ago is refunded; returns the reports of the week from stored hours and counted. */
async function refundLater(mutants: readonly Mutant[]) {
  const memberId = await shop.buyer(900, { points: 0, principalFen: 900 });
  const orderNo = await shop.mixedOrder(memberId, 2);
  shop.context.clock.advance(2 * DAY_MS);
  const job = withMutants(mutants);
  try {
    await sum(WHOLE, job);
    const [item] = await shop.itemsOf(orderNo);
    await shop.fail(orderNo);
    expect(item?.orderId).toBeDefined();
    shop.context.clock.advance(2 * MINUTE_MS);
    await sum(WHOLE, job);
  } finally {
    await closeDatabase(job);
  }
  const span = { from: now() - 7 * DAY_MS, to: now() + 1 };
  return [
    (await read(shop.db, "margin", "sku", span)).totals,
    (await read(counting, "margin", "sku", span)).totals,
  ] as const;
}

test("a refund of an earlier hour is in the reports within two minutes", async () => {
  const [stored, counted] = await refundLater([]);
  expect(stored).toEqual(counted);
});

test("it would be missing without the note that the hour changed, until the hour is summed again in turn", async () => {
  const [stored, counted] = await refundLater([{ from: ") found", to: ") found WHERE false" }]);
  expect(stored).not.toEqual(counted);
  await sum({ runMs: 60_000, againMs: 60_000 });
  await expectCounted("again");
});

test("the report would miss the present without the count of what is not stored", async () => {
  shop.context.clock.advance(2 * MINUTE_MS);
  await sum();
  await shop.mixedOrder(await shop.buyer(901), 1);
  await expectCounted("present");
  const without = withMutants([
    { from: "FROM orders o WHERE", to: "FROM orders o WHERE false AND" },
  ]);
  try {
    await expect(expectCounted("present", without)).rejects.toThrow();
  } finally {
    await closeDatabase(without);
  }
});

/** Orders are paid in a transaction that commits 20 s after the job has run. */
async function payLate(closesMs?: number): Promise<void> {
  const late = shop.context.clock.now();
  await shop.owner.query("BEGIN");
  const { rowCount } = await shop.owner.query(
    `UPDATE orders SET paid_at = $1 WHERE paid_at IS NOT NULL AND order_state = 'CLOSED'`,
    [late],
  );
  expect(rowCount).toBeGreaterThan(0);
  shop.context.clock.advance(20_000);
  await sum({ ...WHOLE, ...(closesMs !== undefined && { closesMs }) });
  await shop.owner.query("COMMIT");
}
const ordersToday = async (db: Db) => {
  const span = { from: now() - HOUR_MS, to: now() + 1 };
  return (await read(db, "bill", "day", span)).totals[1];
};

test("an order whose payment commits up to a minute late counts at once", async () => {
  shop.context.clock.advance(DAY_MS);
  await payLate();
  expect(await ordersToday(shop.db)).toBe(await ordersToday(counting));
});

test("it would be missing if the hours were summed until the present", async () => {
  shop.context.clock.advance(DAY_MS);
  await payLate(0);
  expect(await ordersToday(shop.db)).not.toBe(await ordersToday(counting));
  await forget();
  shop.context.clock.advance(2 * MINUTE_MS);
  await sum();
  expect(await ordersToday(shop.db)).toBe(await ordersToday(counting));
});

test("a changed posting is a difference once its hour was summed again", async () => {
  const { rows } = await shop.owner.query(
    `SELECT f.txn_id AS id FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
     WHERE t.kind = 'wxpay_accept' AND f.credit = 'clearing' AND t.order_id IS NOT NULL ORDER BY f.created_at DESC LIMIT 1`,
  );
  const change = (by: number) =>
    shop.owner.query(
      `UPDATE ledger_transfer SET amount = amount + ${by} WHERE txn_id = '${rows[0]?.id}' AND credit = 'clearing'`,
    );
  const difference = async () =>
    (await read(shop.db, "bill", "day", { from: now() - 30 * DAY_MS, to: now() + 1 }))
      .ledgerDifference;
  const before = await difference();
  await change(7);
  expect(await difference()).toBe(before);
  await sum({ runMs: 60_000, againMs: 60_000 });
  expect(await difference()).toBe(before + 7);
  await change(-7);
  await sum({ runMs: 60_000, againMs: 60_000 });
  expect(await difference()).toBe(before);
});

test("a run that ends early, or fails within an hour, is gone on with by the next", async () => {
  await forget();
  const failing = withMutants([{ from: "UPDATE report_mark SET", to: "UPDATE report_gone SET" }]);
  await expect(sum(WHOLE, failing)).rejects.toThrow(/UPDATE report_mar/);
  await closeDatabase(failing);
  expect(await storedRows()).toEqual([]);
  let runs = 1;
  await sum({ runMs: 1, againMs: 0 });
  await expectCounted("the first run");
  while ((await sum({ runMs: 1, againMs: 0 })) > 0) runs++;
  expect(runs).toBeGreaterThan(2);
  const inSteps = await storedRows();
  await forget();
  await sum();
  expect(await storedRows()).toEqual(inSteps);
});

/** Eight runs at once over hours that none has summed. */
async function sumAtOnce(mutants: readonly Mutant[]): Promise<void> {
  await forget();
  const db = withMutants(mutants);
  try {
    await Promise.all(times(8, () => sum(WHOLE, db)));
  } finally {
    await closeDatabase(db);
  }
  const stored = await storedRows();
  await forget();
  await sum();
  expect(stored).toEqual(await storedRows());
}

test("eight runs at once sum each hour once", () => sumAtOnce([]));

test("they would sum an hour twice without the lock of the mark, which the database refuses", async () => {
  await expect(sumAtOnce([{ from: "FOR UPDATE", to: "" }])).rejects.toThrow(/report_sum/);
});
