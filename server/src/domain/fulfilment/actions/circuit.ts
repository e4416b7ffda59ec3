/** The circuit breaker of each supplier: what placing comes to is counted, and too much trouble stops it for a while. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { randomBelow } from "../../../platform/random.ts";
import type { Applied, Placed, Word } from "../model.ts";
import type { SupplierAnswer } from "../port.ts";
import { isPassedOver, isTripped } from "../routing.ts";
import { raiseAlert } from "../store/alerts.ts";
import {
  countOutcome,
  endTrial,
  healthOf,
  openCircuit,
  shutSuppliers,
  takeTrial,
} from "../store/circuits.ts";
import { ownerOfNumber } from "../store/placed.ts";

const LANES = 8;

/** Whether an unsent order may go to its supplier now. One that goes when a trial is due is the trial. */
export async function isAdmitted(context: Context, db: Db, placed: Placed): Promise<boolean> {
  const { supplierId, routes } = placed;
  const now = context.clock.sql();
  const suppliers = [supplierId, ...routes.map((route) => route.supplierId)];
  if (isPassedOver(placed, await shutSuppliers(db, suppliers, now))) return false;
  const isTrial = await takeTrial(db, supplierId, {
    ...{ trialMs: context.settings.circuitOpenMs, now },
  });
  if (isTrial) {
    context.log.info({ supplierId }, "a supplier's circuit is half open: one is tried");
    return true;
  }
  // Whoever reached for the same trial and lost it finds the supplier shut now.
  return !isPassedOver(placed, await shutSuppliers(db, suppliers, now));
}

/** Counts what placing came to. Definite refusals count as trouble like silence: either way nothing was delivered. */
async function noteOutcome(
  context: Context,
  db: Db,
  supplierId: string,
  answer: SupplierAnswer,
): Promise<void> {
  const { circuitWindowMs: windowMs, circuitOpenMs: openMs } = context.settings;
  const now = context.clock.sql();
  const isGood = answer.state === "accepted" || answer.state === "issued";
  const lane = randomBelow(context.random, LANES);
  await countOutcome(db, { supplierId, lane, isGood, now });
  if (await endTrial(db, supplierId, { isGood, openMs, now })) {
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

/** Placing counts whatever it came to; what is said later counts where it is a definite no. */
export async function noteWord(
  context: Context,
  db: Db,
  { outNo, answer, source }: Word,
  applied: Applied,
): Promise<void> {
  const isNo = source !== "cancel" && answer.state === "failed" && applied === "moved";
  if (source !== "place" && !isNo) return;
  const owner = await ownerOfNumber(db, outNo);
  if (owner) await noteOutcome(context, db, owner.supplierId, answer);
}
