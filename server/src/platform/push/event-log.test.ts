/**
 * C12: tests that events are numbered without gaps, stored only with their change, and deleted
 * after a short time.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../database/pool.ts";
import { freshDatabase, type FreshDatabase } from "../database/testing.ts";
import { transaction } from "../database/transaction.ts";
import { testContext } from "../testing.ts";
import { EVENTS_STORED_MAX, pushToMember, readStoredEvents } from "./event-log.ts";
import { pushCleanupJob } from "./jobs.ts";

const context = testContext();
let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const order = (n: number) => ({ type: "order", orderId: `o${n}` });
const seqsOf = async (memberId: string, after = 0): Promise<number[]> =>
  (await readStoredEvents(db, memberId, after)).events.map(({ seq }) => seq);

test("C12 concurrent publishers get numbers without a gap, and no reader sees one before those below it", async () => {
  const memberId = context.ids.next();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { head, events } = await readStoredEvents(db, memberId, 0);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, n) => n + 1));
    }
  })();
  const publications = Array.from({ length: 30 }, (_, n) =>
    transaction(db, (tx) => pushToMember(context, tx, memberId, order(n))),
  );
  await Promise.all(publications);
  isOver = true;
  await watching;
  expect((await seqsOf(memberId)).length).toBe(30);
});

test("C12 in one transaction the same event is published once, as the last step, and not at all after a rollback", async () => {
  const memberId = context.ids.next();
  await transaction(db, async (tx) => {
    for (const n of [1, 1, 2]) await pushToMember(context, tx, memberId, order(n));
    expect(await seqsOf(memberId)).toEqual([]);
    // The row is not locked yet: another change of the same member does not wait.
    await transaction(db, (other) => pushToMember(context, other, memberId, order(3)));
  });
  const { events } = await readStoredEvents(db, memberId, 0);
  expect(events.map(({ data }) => data["orderId"])).toEqual(["o3", "o1", "o2"]);
  const undone = transaction(db, async (tx) => {
    await pushToMember(context, tx, memberId, order(4));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await readStoredEvents(db, memberId, undefined)).head).toBe(3);
});

test("C12 a hundred events are stored, for a day; the numbers continue", async () => {
  const memberId = context.ids.next();
  for (let n = 1; n <= EVENTS_STORED_MAX + 2; n++)
    await pushToMember(context, db, memberId, order(n));
  expect((await seqsOf(memberId)).length).toBe(EVENTS_STORED_MAX);
  expect((await seqsOf(memberId))[0]).toBe(3);
  context.clock.advance(25 * 3_600_000);
  await pushCleanupJob(context, db).run();
  expect(await seqsOf(memberId)).toEqual([]);
  await pushToMember(context, db, memberId, order(0));
  expect(await seqsOf(memberId)).toEqual([EVENTS_STORED_MAX + 3]);
});
