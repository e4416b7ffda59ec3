/**
 * What the coupons of campaigns brought lately: the margin of the orders that used them. The days are summed by
 * a job (decision 0226).
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction, TRANSACTIONS_END_MS } from "../../../platform/database/transaction.ts";
import { shanghaiDay, shanghaiDayStart } from "../../../platform/shanghai.ts";
import { marginOf, of, type Sums } from "../model.ts";
import {
  lockMark,
  ordersByCampaignSince,
  removeDaysBefore,
  replaceDay,
  saveMark,
} from "../store/campaign-days.ts";

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
  for (let days = 1; ; days++) {
    const until = await transaction(db, async (tx) => {
      const mark = await lockMark(tx, { until: first, again: shanghaiDay(first) });
      const from = Math.max(first, shanghaiDayStart(mark.until));
      const to = Math.min(from + DAY_MS, till);
      if (to > mark.until) {
        await replaceDay(tx, shanghaiDay(from), { from, to });
        await saveMark(tx, { ...mark, until: to });
        return to;
      }
      return mark.until;
    });
    if (until < till) continue;
    await transaction(db, async (tx) => {
      const mark = await lockMark(tx, { until: first, again: shanghaiDay(first) });
      const next = Date.parse(`${mark.again}T00:00:00+08:00`) + DAY_MS;
      const from = next >= first && next < today ? next : first;
      if (from + DAY_MS > mark.until) return;
      await replaceDay(tx, shanghaiDay(from), { from, to: from + DAY_MS });
      await removeDaysBefore(tx, shanghaiDay(first));
      await saveMark(tx, { ...mark, again: shanghaiDay(from) });
    });
    return days;
  }
}
