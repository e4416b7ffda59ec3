/** What the coupons of a campaign brought lately: the margin of the orders that used them. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { marginOf, of } from "../model.ts";
import { ordersOfCampaign } from "../store/order-basis.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Money in fen. */
export type CampaignEffect = {
  readonly orders: number;
  readonly offFen: number;
  /** As in the margin report: money, balance and codes, less what went back and what it cost. */
  readonly marginFen: number;
};

/** Returns the effect of the last thirty days. */
export async function campaignEffect(
  context: Context,
  db: Db,
  templateId: string,
): Promise<CampaignEffect> {
  const to = context.clock.now().getTime() + 1;
  const sums = await ordersOfCampaign(db, { templateId, from: to - DAYS * DAY_MS, to });
  return {
    orders: of(sums, "orders"),
    offFen: of(sums, "off"),
    marginFen: marginOf(sums),
  };
}
