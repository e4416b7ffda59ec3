/**
 * Monitors the rate of wrong codes on the whole site, and serves the operators' view and control of
 * it.
 */
import type { Output } from "@yunjing/contract/operations";
import { latestAlerts, raiseAlert } from "../../../platform/alerts.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashedName } from "../../risk/model.ts";
import {
  type FrictionMode,
  listCanaries,
  type WrongTryRate,
  raiseFriction,
  readFriction,
  readWrongTryRate,
  setFrictionMode,
  worstNetworks,
  wrongTriesByHour,
} from "./store.ts";

const NETWORKS_SHOWN = 20;

/**
 * Returns the number of wrong tries within ten minutes above which the alarm is raised; a floor
 * applies to quiet sites.
 */
export const thresholdOf = (
  { settings }: Pick<Context, "settings">,
  { usual }: WrongTryRate,
): number => Math.max(settings.guessAlarmFloor, settings.guessAlarmTimes * usual);

/**
 * Checks the site once. Above the threshold it raises friction for all callers without a login, and
 * alerts operators once per rise. Friction ends by itself some time after the last check above the
 * threshold. Returns true while the site is above it.
 */
export async function monitorGuesses(context: Context, db: Db): Promise<boolean> {
  const now = context.clock.sql();
  const rate = await readWrongTryRate(db, now);
  if (rate.now <= thresholdOf(context, rate)) return false;
  const isNew = await transaction(db, async (tx) => {
    const raisedAt = await raiseFriction(tx, { lastsMs: context.settings.guessAlarmMs, now });
    const text = `兑换码错误尝试激增：近 10 分钟 ${rate.now} 次，平时 ${rate.usual} 次；未登录的人须先完成验证`;
    // Each rise has its own subject, so that the second one of a day also alerts operators.
    return raiseAlert(tx, { kind: "code_guessing", subject: `site:${raisedAt}`, text, now });
  });
  if (isNew)
    context.log.warn(rate, "exchange codes are being guessed; the proof difficulty was raised");
  return true;
}

/** Returns the operators' overview of guessing. */
export async function guessOverview(
  context: Context,
  db: Db,
): Promise<Output<"operatorGuesses", "watch">> {
  const now = context.clock.sql();
  const rate = await readWrongTryRate(db, now);
  const { mode, isAlarmed, raisedAt, raisedUntil } = await readFriction(db, now);
  const networks = await worstNetworks(db, { limit: NETWORKS_SHOWN, now });
  return {
    mode,
    isAlarmed,
    isOn: mode === "on" || (mode === "auto" && isAlarmed),
    ...(raisedAt === null ? {} : { raisedAt }),
    ...(raisedUntil === null ? {} : { raisedUntil }),
    ...rate,
    threshold: thresholdOf(context, rate),
    hours: await wrongTriesByHour(db, now),
    networks: networks.map(({ subject, wrong, lastAt }) => ({
      network: hashedName(context, subject),
      wrong,
      lastAt,
    })),
    alerts: await latestAlerts(db, { kinds: ["code_guessing", "canary_code"], limit: 50 }),
    canaries: await listCanaries(db),
  };
}

/**
 * Sets the mode manually: always on, always off, or following the alarm. Refuses STATE_CHANGED when
 * the mode is already set.
 */
export async function setFriction(db: Db, mode: FrictionMode): Promise<void> {
  if (!(await setFrictionMode(db, mode))) throw new Refusal("STATE_CHANGED");
}
