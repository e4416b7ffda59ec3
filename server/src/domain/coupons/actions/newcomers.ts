/** The coupons that a newcomer gets with the registration, or can claim after it. */
import type { CouponFace } from "@yunjing/contract/schemas/coupons";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { listNewcomerTemplates } from "../store/templates.ts";
import { templateAppearanceOf } from "../view.ts";

type NewcomerCampaign = {
  readonly templateId: string;
  readonly title: string;
  readonly face: CouponFace;
  readonly scopeText: string;
  /** True: given with the registration; false: the newcomer claims it. */
  readonly isGiven: boolean;
};

/** Running campaigns with coupons left, those that are given first; at most `limit`. */
export async function newcomerCampaigns(
  context: Context,
  db: Db,
  limit: number,
): Promise<NewcomerCampaign[]> {
  const rows = await listNewcomerTemplates(db, { now: context.clock.sql(), limit });
  return rows.map(({ templateId, isGiven, title, looks, rules }) => {
    const { face, scopeText } = templateAppearanceOf(title, looks, rules);
    return { templateId, title, face, scopeText, isGiven };
  });
}
