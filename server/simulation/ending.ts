/** The end of a run: everybody answers, time goes by, and then nothing may be left open, lost or wrong. */
import { statementOf, type Found } from "../src/domain/books/check.ts";
import { checks } from "../src/domain/books/checks.ts";
import { allAgents } from "./commands/time.ts";
import { decide } from "./commands/partners.ts";
import { judge } from "./judge.ts";
import { expectSame } from "./model.ts";
import type { Run } from "./run.ts";

const MINUTE = 60_000;
const STEPS = [MINUTE, 2 * MINUTE, 16 * MINUTE, 2 * MINUTE, 2 * MINUTE, 20 * MINUTE];

/** The partners keep nothing back any more. */
function answerAll(run: Run): void {
  const { pay, supplier } = run.world.outside.now;
  for (const moods of [...Object.values(pay.script), ...Object.values(supplier.script)])
    moods.length = 0;
  for (const [outNo, { order, answer }] of supplier.book)
    if (order && answer.state === "accepted") decide(run, outNo, true);
  for (const [no, { state }] of pay.refunds)
    if (state === "processing") pay.settleRefund(no, "success");
}

/** I3: the audit view of the books has nothing to say. */
async function audit({ world }: Run): Promise<void> {
  const { context, db } = world;
  const { settings } = context;
  const view = {
    ...{ now: context.clock.sql(), graceMs: settings.booksGraceMs, holdOverdueMs: MINUTE },
    queueSlaMs: settings.booksQueueSlaMs,
  };
  for (const check of checks) {
    const { rows } = await db.execute<Found>(statementOf(check, view));
    expectSame(`the audit of ${check.name}`, rows, []);
  }
}

/** I1: every fen that a payer paid is an order's, a top-up's, or has gone back. */
async function judgeChannel({ world }: Run): Promise<void> {
  const { trades, refunds } = world.outside.now.pay;
  const paid = [...trades.values()]
    .filter(({ state }) => state === "SUCCESS")
    .reduce((sum, { order }) => sum + order.amountFen, 0);
  const back = [...refunds.values()].reduce((sum, { refundFen }) => sum + refundFen, 0);
  const { rows } = await world.db.$client.query<{ purpose: string; fen: number }>(
    `SELECT purpose, sum(change)::bigint AS fen FROM ledger_line
     WHERE version IS NULL AND asset = 'CNY' AND purpose IN ('channel', 'suspense') GROUP BY 1`,
  );
  const sums = Object.fromEntries(rows.map(({ purpose, fen }) => [purpose, Number(fen)]));
  expectSame("what the channel brought", -(sums["channel"] ?? 0), paid - back);
  expectSame("what waits in suspense", sums["suspense"] ?? 0, 0);
}

export async function settle(run: Run): Promise<void> {
  const { world } = run;
  run.crashAt = 0;
  for (const step of STEPS) {
    world.clock.advance(step);
    answerAll(run);
    await world.carry();
    await allAgents(run);
  }
  answerAll(run);
  await world.carry();
  await allAgents(run);
  await world.carry();
  await judge(run);
  await judgeChannel(run);
  const open = run.model.orders.filter(({ state }) => state === "WAIT_PAY" || state === "ACTIVE");
  expectSame(
    "orders left open",
    open.map(({ no }) => run.model.orders.findIndex((order) => order.no === no)),
    [],
  );
  await audit(run);
}
