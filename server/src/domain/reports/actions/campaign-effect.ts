/** What the coupons of campaigns brought lately: the margin of the orders that used them. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { marginOf, of, type Sums } from "../model.ts";
import { ordersByCampaign } from "../store/order-basis.ts";

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

/** The last thirty days, with this instant. */
function spanOf({ clock }: Context) {
  const to = clock.now().getTime() + 1;
  return { from: to - DAYS * DAY_MS, to };
}

/** Returns the effect of one campaign in the last thirty days; zeros when nothing was used. */
export async function campaignEffect(
  context: Context,
  db: Db,
  templateId: string,
): Promise<CampaignEffect> {
  const [row] = await ordersByCampaign(db, { templateId, ...spanOf(context) });
  return effectOf(row?.figures ?? {});
}

/** Returns the effects of all campaigns whose coupons were used in the last thirty days. */
export async function campaignEffects(
  context: Context,
  db: Db,
): Promise<({ readonly templateId: string } & CampaignEffect)[]> {
  const rows = await ordersByCampaign(db, spanOf(context));
  return rows.map(({ key, figures }) => ({ templateId: key, ...effectOf(figures) }));
}
