/** The circuit breaker of each supplier: what placing comes to is counted, and too much trouble stops it for a while. */
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

/** Whether an unsent order may go to its supplier now. One that goes when a trial is due is the trial. */
export async function isAdmitted(
  context: Context,
  db: Db,
  placed: SupplierOrderRow,
): Promise<boolean> {
  const { supplierId, routes } = placed;
  const now = context.clock.sql();
  const suppliers = [supplierId, ...routes.map((route) => route.supplierId)];
  const { unavailable: shut, notClosed: troubled } = await findCircuitStates(db, suppliers, now);
  if (shouldReroute(placed, shut)) return false;
  if (!troubled.has(supplierId)) return true;
  const isTrial = await claimTrial(db, supplierId, {
    trialMs: context.settings.circuitOpenMs,
    now,
  });
  if (isTrial) {
    context.log.info({ supplierId }, "a supplier's circuit is half open: one is tried");
    return true;
  }
  // Whoever reached for the same trial and lost it finds the supplier shut now.
  return !shouldReroute(placed, (await findCircuitStates(db, suppliers, now)).unavailable);
}

/** Opens the circuit of a supplier with which too much went wrong, or ends the trial that was out. */
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
 * Counts what a word tells of its supplier. Placing counts whatever it came to, and definite refusals are trouble like
 * silence: either way nothing was delivered. What is said later counts where it is a definite no; a delivery teaches how
 * long the supplier takes.
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
    lane: randomBelow(context.random, SHARDS),
    now: context.clock.sql(),
    good: Number(isGood),
    bad: Number(isBad),
    tookMs: isPlacing ? tookMs : undefined,
    answerMs: isDelivery ? (answerMs ?? undefined) : undefined,
  });
  if (isGood || isBad) await updateCircuit(context, db, order, isGood);
}
