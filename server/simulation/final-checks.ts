/**
 * The end of a run: all partners answer, time passes, and then nothing may be open, lost or wrong.
 */
import { statementOf, type FoundDifference } from "../src/domain/reconciliation/check.ts";
import { checks } from "../src/domain/reconciliation/checks.ts";
import { lifecycles } from "../src/domain/reconciliation/lifecycles.ts";
import { unrecordedStatesSql } from "../src/platform/database/lifecycle-events.ts";
import { runAllJobs } from "./commands/time.ts";
import { decideSupplierOrder } from "./commands/partners.ts";
import { review } from "./commands/withdrawals.ts";
import { checkFigures, checkReports, sumFigures } from "./figures.ts";
import { checkInvariants } from "./invariants.ts";
import { expectSame } from "./model.ts";
import type { Run } from "./run.ts";

const MINUTE = 60_000;
const STEPS = [MINUTE, 2 * MINUTE, 16 * MINUTE, 2 * MINUTE, 2 * MINUTE, 20 * MINUTE];

/** The partners complete all their open work. */
function completeExternalWork(run: Run): void {
  const { pay, supplier, payouts } = run.server.externalSystems.fakes;
  for (const { script } of [pay, supplier, payouts])
    for (const failures of Object.values(script)) failures.length = 0;
  for (const [no, { state }] of payouts.bills) if (state === "wait_confirm") payouts.end(no);
  for (const [outNo, { order, answer }] of supplier.orders)
    if (order && answer.state === "accepted") decideSupplierOrder(run, outNo, true);
  for (const [no, { state }] of pay.refunds)
    if (state === "processing") pay.settleRefund(no, "success");
}

/** An operator approves every withdrawal in review. */
async function reviewAll(run: Run): Promise<void> {
  for (const one of run.model.withdrawals)
    if (one.state === "REVIEWING") await review(run, one, true);
  await checkInvariants(run);
}

/** Two operators settle the withdrawals that the channel has not answered for too long. */
async function settleOverdue(run: Run): Promise<void> {
  const { server, operators } = run;
  const { bills } = server.externalSystems.fakes.payouts;
  for (const { no: withdrawalNo, state, billNo } of (await checkInvariants(run)).withdrawals) {
    if (state !== "PAYING" && state !== "WAIT_USER_CONFIRM") continue;
    const found = bills.get(billNo ?? "")?.state === "success" ? "paid" : "failed";
    const settlement = { withdrawalNo, found, reason: "账单核对" } as const;
    const maker = { token: await run.token(operators.maker, "console") };
    const { code, data } = await server.call("operatorWithdrawals", "settle", settlement, maker);
    expectSame("settling a withdrawal that the channel does not answer for", code, "DONE");
    const checker = await run.token(operators.checker, "console");
    const agreed = await run.agree(`withdrawal_settle.${data.approvalId}`, checker);
    expectSame("agreeing to settle a withdrawal", agreed.code, "DONE");
  }
}

/** I3: the reconciliation checks find no difference, and every state has its event. */
async function audit({ server }: Run): Promise<void> {
  const { context, db } = server;
  const { settings } = context;
  const view = {
    now: context.clock.sql(),
    graceMs: settings.booksGraceMs,
    holdOverdueMs: MINUTE,
    queueSlaMs: settings.booksQueueSlaMs,
  };
  for (const check of checks) {
    const { rows } = await db.execute<FoundDifference>(statementOf(check, view));
    expectSame(`the audit of ${check.name}`, rows, []);
  }
  const { rows } = await db.$client.query(unrecordedStatesSql(lifecycles));
  expectSame("states that no event led to", rows, []);
}

/** I1: every fen that a payer paid belongs to an order or a top-up, or was refunded. */
async function checkChannelTotals({ server }: Run): Promise<void> {
  const { trades, refunds } = server.externalSystems.fakes.pay;
  const { bills } = server.externalSystems.fakes.payouts;
  const paid = [...trades.values()]
    .filter(({ state }) => state === "SUCCESS")
    .reduce((sum, { order }) => sum + order.amountFen, 0);
  const back = [...refunds.values()].reduce((sum, { refundFen }) => sum + refundFen, 0);
  const out = [...bills.values()]
    .filter(({ state }) => state === "success")
    .reduce((sum, { order }) => sum + order.amountFen, 0);
  const { rows } = await server.db.$client.query<{ purpose: string; fen: number }>(
    `SELECT purpose, sum(change)::bigint AS fen FROM ledger_line
     WHERE version IS NULL AND asset = 'CNY' AND purpose IN ('channel', 'suspense') GROUP BY 1`,
  );
  const sums = Object.fromEntries(rows.map(({ purpose, fen }) => [purpose, Number(fen)]));
  expectSame("what the channel brought", -(sums["channel"] ?? 0), paid - back - out);
  expectSame("what waits in suspense", sums["suspense"] ?? 0, 0);
}

export async function finishRun(run: Run): Promise<void> {
  const { server } = run;
  run.crashAt = 0;
  await sumFigures(run);
  await reviewAll(run);
  for (const step of STEPS) {
    server.clock.advance(step);
    completeExternalWork(run);
    await server.dispatchOutbox();
    await runAllJobs(run);
    await sumFigures(run);
  }
  await settleOverdue(run);
  completeExternalWork(run);
  await server.dispatchOutbox();
  await runAllJobs(run);
  await server.dispatchOutbox();
  await checkInvariants(run);
  await checkChannelTotals(run);
  const open = run.model.orders.filter(
    ({ state, isDelivered }) => state === "WAIT_PAY" || (state === "ACTIVE" && !isDelivered),
  );
  expectSame(
    "orders left open",
    open.map(({ no }) => run.model.orders.findIndex((order) => order.no === no)),
    [],
  );
  const under = run.model.withdrawals.filter(
    ({ state }) => state === "REVIEWING" || state === "PAYING" || state === "WAIT_USER_CONFIRM",
  );
  expectSame("withdrawals left open", under.length, 0);
  await audit(run);
  await checkFigures(run);
  await checkReports(run);
}
