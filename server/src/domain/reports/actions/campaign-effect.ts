/**
 * What the coupons of campaigns brought lately: the margin of the orders that used them. The days are summed by
 * a job (decision 0226).
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { TRANSACTIONS_END_MS } from "../../../platform/database/transaction.ts";
import { shanghaiDay, shanghaiDayStart } from "../../../platform/shanghai.ts";
import { marginOf, of, type Sums } from "../model.ts";
import {
  lockMark,
  type Mark,
  ordersByCampaignSince,
  removeDaysBefore,
  replaceDay,
  saveMark,
} from "../store/campaign-days.ts";
import { repeatSteps, type Step } from "./steps.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Money in fen. */
export type CampaignEffect = {
  readonly orders: number;
  readonly offFen: number;
  /** As in the margin report: money, balance and codes, less what went back and what it cost. */
  readonly marginFen: number;
};

const effectOf = (sums: Sums): CampaignEffect => ({
  orders: of(sums, "orders"),
  offFen: of(sums, "off"),
  marginFen: marginOf(sums),
});

/** The last thirty days with today, until this instant. */
function spanOf({ clock }: Context) {
  const to = clock.now().getTime() + 1;
  const from = shanghaiDayStart(to) - (DAYS - 1) * DAY_MS;
  return { day: shanghaiDay(from), from, to };
}

/** Returns the effect of one campaign in the last thirty days; zeros when nothing was used. */
export async function campaignEffect(
  context: Context,
  db: Db,
  templateId: string,
): Promise<CampaignEffect> {
  const [row] = await ordersByCampaignSince(db, { ...spanOf(context), templateId });
  return effectOf(row?.figures ?? {});
}

/** Returns the effects of all campaigns whose coupons were used in the last thirty days. */
export async function campaignEffects(
  context: Context,
  db: Db,
): Promise<({ readonly templateId: string } & CampaignEffect)[]> {
  const rows = await ordersByCampaignSince(db, spanOf(context));
  return rows.map(({ key, figures }) => ({ templateId: key, ...effectOf(figures) }));
}

/**
 * Sums what campaigns gave and brought: from where the last run stopped until a minute ago, a day in one
 * transaction, and one earlier day again, so that refunds and costs are in the figures of each of the thirty days
 * within half an hour, and in those of today within a minute. Returns how many days it summed. Safe when several
 * run at once, and goes on after an interruption.
 */
export async function sumCampaignDays(
  context: Context,
  db: Db,
  closesMs = TRANSACTIONS_END_MS,
): Promise<number> {
  const till = context.clock.now().getTime() - closesMs;
  const today = shanghaiDayStart(till);
  const first = today - (DAYS - 1) * DAY_MS;
  const marks = {
    lock: (tx: Tx) => lockMark(tx, { until: first, again: shanghaiDay(first) }),
    save: saveMark,
  };
  const forward: Step<Mark> = async (tx, mark) => {
    if (mark.until >= till) return undefined;
    const from = Math.max(first, shanghaiDayStart(mark.until));
    const until = Math.min(from + DAY_MS, till);
    await replaceDay(tx, shanghaiDay(from), { from, to: until });
    return { ...mark, until };
  };
  const again: Step<Mark> = async (tx, mark) => {
    const next = Date.parse(`${mark.again}T00:00:00+08:00`) + DAY_MS;
    const from = next >= first && next < today ? next : first;
    if (from + DAY_MS > mark.until) return undefined;
    await replaceDay(tx, shanghaiDay(from), { from, to: from + DAY_MS });
    await removeDaysBefore(tx, shanghaiDay(first));
    return { ...mark, again: shanghaiDay(from) };
  };
  const days = await repeatSteps(db, { ...marks, step: forward });
  await repeatSteps(db, { ...marks, step: again, until: 0 });
  return days;
}
