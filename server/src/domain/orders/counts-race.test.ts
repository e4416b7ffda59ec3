/**
 * The stored counts of a member's orders equal the list, while 64 connections count and hide; without
 * the lock they do not.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { connectAll, openRaceDatabase, type RaceDatabase, times } from "../ledger/race.fixture.ts";
import { addOrdersToCounts, hideOwnOrder } from "./store/counts.ts";
import { countOrders } from "./store/list.ts";

const CONNECTIONS = 64;
const ORDERS = 120;

let ring: RaceDatabase;
beforeAll(async () => {
  ring = await openRaceDatabase();
});
afterAll(() => ring.close());

/** Makes ended orders of one member, one a minute until two hours ago; returns the member and their ids. */
async function makeOrders() {
  const ownerId = ring.context.ids.next();
  const ids = times(ORDERS, () => ring.context.ids.next());
  await queryWithoutTriggers(
    ring.db.$client,
    `INSERT INTO orders (member_id, id, order_no, kind, source, title, artwork, items_text, quantity, order_state, pay_state,
       fulfil_state, refund_state, created_at, snapshot)
     SELECT $1::uuid, id, 'C' || right(replace(id::text, '-', ''), 19), 'topup', 'shop', '充值', '', '', 1, 'DONE', 'PAID', 'DONE',
            'NONE', now() - interval '2 hours' - n * interval '1 minute', '{}'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, n)`,
    [ownerId, ids],
  );
  return { ownerId, ids };
}

async function numbersOf(db: Db, memberId: string) {
  const counts = await countOrders(db, memberId, null);
  const counted = counts.reduce((sum, one) => sum + ("kind" in one ? one.count : 0), 0);
  const { rows } = await db.$client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM orders WHERE member_id = $1 AND hidden_at IS NULL",
    [memberId],
  );
  return { counted, listed: rows[0]?.n };
}

async function countsStayRight(mutants: readonly Mutant[]): Promise<void> {
  const { db, used } = openMutantDatabase(
    { url: ring.appUrl, log: ring.context.log, size: CONNECTIONS },
    mutants,
  );
  try {
    await connectAll(db);
    // A mutant ends at its first wrong count; a busy machine may need several rounds for one.
    const rounds = mutants.length > 0 ? 12 : 3;
    for (let round = 0; round < rounds; round++) {
      const { ownerId, ids } = await makeOrders();
      await Promise.all(
        times(CONNECTIONS, (n) =>
          n % 2 === 0
            ? addOrdersToCounts(db, ownerId, null)
            : db.transaction((tx) => hideOwnOrder(tx, { ownerId, orderId: ids[n] ?? "" }, null)),
        ),
      );
      const { counted, listed } = await numbersOf(db, ownerId);
      expect(counted).toBe(listed);
      expect(listed).toBe(ORDERS - CONNECTIONS / 2);
    }
    expect(used() > 0).toBe(mutants.length > 0);
  } finally {
    await closeDatabase(db);
  }
}

test("an order is counted once and taken out once", () => countsStayRight([]));

test("orders are counted twice, or not taken out, without the lock of the mark", async () => {
  const mutants = [
    { from: "FOR UPDATE SKIP LOCKED", to: "" },
    { from: /FOR UPDATE$/, to: "" },
  ];
  await expect(countsStayRight(mutants)).rejects.toThrow("to be");
});

test("a read that finds many orders stores their counts, and shows the same before and after", async () => {
  const { ownerId, ids } = await makeOrders();
  const { db } = ring;
  expect(await numbersOf(db, ownerId)).toEqual({ counted: ORDERS, listed: ORDERS });
  const stored = await ring.owner.query("SELECT count FROM order_count WHERE member_id = $1", [
    ownerId,
  ]);
  expect(stored.rows).toEqual([{ count: ORDERS }]);
  expect(await numbersOf(db, ownerId)).toEqual({ counted: ORDERS, listed: ORDERS });
  await db.transaction((tx) => hideOwnOrder(tx, { ownerId, orderId: ids[0] ?? "" }, null));
  expect(await numbersOf(db, ownerId)).toEqual({ counted: ORDERS - 1, listed: ORDERS - 1 });
});
