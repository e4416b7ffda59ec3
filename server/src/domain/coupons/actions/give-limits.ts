/** What a campaign can still give, and what one of its coupons can cost. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { campaignFigures } from "../store/campaigns.ts";
import { findDraft } from "../store/templates.ts";

/** Null for unlimited; money in fen. */
export type GiveLimits = {
  readonly title: string;
  /** Operators may give its coupons at present. */
  readonly isGranted: boolean;
  /** What one coupon takes off at most; null for goods in exchange without a cap. */
  readonly offFen: number | null;
  readonly couponsLeft: number | null;
  readonly budgetLeftFen: number | null;
};

/** Returns `undefined` for an unknown campaign. */
export async function giveLimitsOf(
  context: Context,
  db: Db,
  templateId: string,
): Promise<GiveLimits | undefined> {
  const [found, [figures]] = await Promise.all([
    findDraft(db, templateId),
    campaignFigures(db, context.clock.sql(), { templateId }),
  ]);
  if (!found || !figures) return undefined;
  const { rules } = found.draft;
  const offFen = (rules.type === "amount" ? rules.valueFen : rules.capFen) ?? null;
  const { title, status, total, claimed, budgetFen, heldFen, spentFen } = figures;
  return {
    title,
    isGranted: status === "active" || status === "paused",
    offFen,
    couponsLeft: total === null ? null : Math.max(0, total - claimed),
    budgetLeftFen:
      budgetFen === null
        ? null
        : Math.max(0, Number(budgetFen) - Number(heldFen) - Number(spentFen)),
  };
}
