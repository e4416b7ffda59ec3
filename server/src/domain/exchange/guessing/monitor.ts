/** Watches how much is guessed on the whole site, and what operators see and do about it. */
import type { Output } from "@yunjing/contract/operations";
import { latestAlerts, raiseAlert } from "../../../platform/alerts.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashedName } from "./guard.ts";
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

/** Above so many wrong tries within ten minutes the site is alarmed; a quiet site has its floor. */
export const thresholdOf = (
  { settings }: Pick<Context, "settings">,
  { usual }: WrongTryRate,
): number => Math.max(settings.guessAlarmFloor, settings.guessAlarmTimes * usual);

/**
 * One look at the site. Above the threshold friction is raised for everybody without a login, and operators hear of it
 * once each time it rises; it falls by itself some time after the last look above. True while the site is above it.
 */
export async function monitorGuesses(context: Context, db: Db): Promise<boolean> {
  const now = context.clock.sql();
  const pace = await readWrongTryRate(db, now);
  if (pace.now <= thresholdOf(context, pace)) return false;
  const isNew = await transaction(db, async (tx) => {
    const raisedAt = await raiseFriction(tx, { lastsMs: context.settings.guessAlarmMs, now });
    const text = `兑换码错误尝试激增：近 10 分钟 ${pace.now} 次，平时 ${pace.usual} 次；未登录的人须先完成验证`;
    // Each rise has a subject of its own, so that the second of a day is heard of as the first was.
    return raiseAlert(tx, { kind: "code_guessing", subject: `site:${raisedAt}`, text, now });
  });
  if (isNew) context.log.warn(pace, "exchange codes are being guessed; friction was raised");
  return true;
}

/** All that operators see of it. */
export async function guessOverview(
  context: Context,
  db: Db,
): Promise<Output<"operatorGuesses", "watch">> {
  const now = context.clock.sql();
  const pace = await readWrongTryRate(db, now);
  const { mode, isAlarmed, raisedAt, raisedUntil } = await readFriction(db, now);
  const networks = await worstNetworks(db, { limit: NETWORKS_SHOWN, now });
  return {
    mode,
    isAlarmed,
    isOn: mode === "on" || (mode === "auto" && isAlarmed),
    ...(raisedAt === null ? {} : { raisedAt }),
    ...(raisedUntil === null ? {} : { raisedUntil }),
    ...pace,
    threshold: thresholdOf(context, pace),
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

/** By hand: always on, always off, or as the alarm says. Refuses STATE_CHANGED when it was so. */
export async function setFriction(db: Db, mode: FrictionMode): Promise<void> {
  if (!(await setFrictionMode(db, mode))) throw new Refusal("STATE_CHANGED");
}
