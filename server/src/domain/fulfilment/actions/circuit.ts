/**
 * The circuit breaker of each supplier: counts the outcomes of placing, and pauses a supplier with
 * too many failures.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow } from "../../../platform/random.ts";
import type { UpdateOutcome, SupplierOrderRow, SupplierStatusUpdate } from "../model.ts";
import { shouldReroute, isTripped } from "../routing.ts";
import { raiseAlert } from "../store/prepaid.ts";
import {
  countOutcome,
  endTrial,
  findCircuitStates,
  healthOf,
  openCircuit,
  claimTrial,
} from "../store/circuits.ts";
import { type SupplierTimes, timesOf } from "../store/supplier-orders.ts";

const SHARDS = 8;

/**
 * Whether an unsent order may go to its supplier now. An order that goes while a trial is due is
 * the trial.
 */
export async function isAdmitted(
  context: Context,
  db: Db,
  placed: SupplierOrderRow,
): Promise<boolean> {
  const { supplierId, routes } = placed;
  const now = context.clock.sql();
  const suppliers = [supplierId, ...routes.map((route) => route.supplierId)];
  const { unavailable, notClosed } = await findCircuitStates(db, suppliers, now);
  if (shouldReroute(placed, unavailable)) return false;
  if (!notClosed.has(supplierId)) return true;
  const isTrial = await claimTrial(db, supplierId, {
    trialMs: context.settings.circuitOpenMs,
    now,
  });
  if (isTrial) {
    context.log.info({ supplierId }, "a supplier's circuit is half open: one order is tried");
    return true;
  }
  // An order that lost the race for the trial now finds the supplier unavailable.
  return !shouldReroute(placed, (await findCircuitStates(db, suppliers, now)).unavailable);
}

/** Opens the circuit of a supplier with too many failures, or ends the trial under way. */
async function updateCircuit(
  context: Context,
  db: Db,
  { supplierId, isOnTrial }: SupplierTimes,
  isGood: boolean,
): Promise<void> {
  const { circuitWindowMs: windowMs, circuitOpenMs: openMs } = context.settings;
  const now = context.clock.sql();
  if (isOnTrial && (await endTrial(db, supplierId, { isGood, openMs, now }))) {
    if (isGood) context.log.info({ supplierId }, "a supplier's circuit is closed again");
    return;
  }
  if (isGood) return;
  const health = await healthOf(db, supplierId, { windowMs, now });
  if (!isTripped(health, context.settings)) return;
  if (!(await openCircuit(db, supplierId, { openMs, now }))) return;
  context.log.error({ supplierId, ...health }, "alarm: a supplier's circuit is open");
  const text = `供应商异常，已暂停下单：近期 ${health.good + health.bad} 单中 ${health.bad} 单未成功`;
  await raiseAlert(db, { kind: "circuit_open", subject: supplierId, text, now });
}

/**
 * Counts a status update in its supplier's health. The outcome of placing always counts; a definite
 * refusal is as bad as silence, because nothing was delivered either way. A later update counts
 * when it is a definite failure; a delivery records how long the supplier takes.
 */
export async function recordSupplierHealth(
  context: Context,
  db: Db,
  { outNo, answer, source, tookMs }: SupplierStatusUpdate,
  applied: UpdateOutcome,
): Promise<void> {
  const isPlacing = source === "place";
  const isNo = source !== "cancel" && answer.state === "failed" && applied === "moved";
  const isDelivery = source !== "desk" && answer.state === "issued" && applied === "moved";
  if (!isPlacing && !isNo && !isDelivery) return;
  const order = await timesOf(db, outNo);
  if (!order) return;
  const { supplierId, answerMs } = order;
  const isGood = isPlacing && (answer.state === "accepted" || answer.state === "issued");
  const isBad = !isGood && (isPlacing || isNo);
  await countOutcome(db, {
    supplierId,
    shard: randomBelow(context.random, SHARDS),
    now: context.clock.sql(),
    good: Number(isGood),
    bad: Number(isBad),
    tookMs: isPlacing ? tookMs : undefined,
    answerMs: isDelivery ? (answerMs ?? undefined) : undefined,
  });
  if (isGood || isBad) await updateCircuit(context, db, order, isGood);
}
