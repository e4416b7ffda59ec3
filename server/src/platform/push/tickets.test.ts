/**
 * C12: tests that a ticket opens one socket despite concurrent attempts, and that a weaker
 * statement loses the race.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../database/pool.ts";
import { freshDatabase, type FreshDatabase } from "../database/testing.ts";
import { hashToken } from "../secrets.ts";
import { testContext } from "../testing.ts";
import { pushCleanupJob } from "./jobs.ts";
import { type Holder, issueTicket, consumeTicket } from "./tickets.ts";

const context = testContext();
const memberId = "00000000-0000-7000-8000-000000000001";
const sessionId = "00000000-0000-7000-8000-000000000002";
const RACERS = 16;
const ROUNDS = 10;

let database: FreshDatabase;
/** Separate pools, as in two processes. */
let pools: readonly [Db, Db];
beforeAll(async () => {
  database = await freshDatabase();
  const open = () => openDatabase({ url: database.appUrl, log: context.log });
  pools = [open(), open()];
}, 60_000);
afterAll(async () => {
  await Promise.all(pools.map(closeDatabase));
  await database.drop();
});

type Take = typeof consumeTicket;
const ticketOf = (name = "push") => issueTicket(context, pools[0], { memberId, sessionId, name });

/** Returns how many racers succeeded, each round with one ticket. */
async function race(take: Take): Promise<number[]> {
  const winners: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ticket } = await ticketOf();
    const tries = Array.from({ length: RACERS }, (_, n) =>
      take(context, pools[n % 2 === 0 ? 0 : 1], { ticket, name: "push" }),
    );
    winners.push((await Promise.all(tries)).filter(Boolean).length);
    context.clock.advance(60_000);
  }
  return winners;
}

test("C12 of sixteen concurrent uses of one ticket in two processes, one succeeds", async () => {
  expect(await race(consumeTicket)).toEqual(Array(ROUNDS).fill(1));
});

test("C12 mutant: reading first and marking afterwards accepts more than one", async () => {
  const readThenMark: Take = async (_context, db, { ticket }) => {
    const found = await db.execute<Holder>(sql`
      SELECT member_id AS "memberId", session_id AS "sessionId" FROM push_ticket
      WHERE ticket_hash = ${hashToken(ticket)} AND used_at IS NULL`);
    await db.execute(
      sql`UPDATE push_ticket SET used_at = now() WHERE ticket_hash = ${hashToken(ticket)}`,
    );
    return found.rows[0];
  };
  expect(Math.max(...(await race(readThenMark)))).toBeGreaterThan(1);
});

test("C12 a ticket is valid for its member, its session and its function, for thirty seconds", async () => {
  const [db] = pools;
  const { ticket, expiresAt } = await ticketOf();
  expect(expiresAt - context.clock.now().getTime()).toBe(30_000);
  expect(await consumeTicket(context, db, { ticket, name: "other" })).toBeUndefined();
  expect(await consumeTicket(context, db, { ticket, name: "push" })).toEqual({
    memberId,
    sessionId,
  });
  const late = await ticketOf();
  context.clock.advance(30_000);
  expect(await consumeTicket(context, db, { ticket: late.ticket, name: "push" })).toBeUndefined();
});

test("C12 expired tickets are deleted", async () => {
  const [db] = pools;
  context.clock.advance(2 * 3_600_000);
  const { ticket } = await ticketOf();
  await pushCleanupJob(context, db).run();
  const left = await db.$client.query("SELECT ticket_hash FROM push_ticket");
  expect(left.rows).toEqual([{ ticket_hash: hashToken(ticket) }]);
});
