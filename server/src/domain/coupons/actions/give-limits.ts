/** What a campaign can still give, and what one of its coupons can cost. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { campaignFigures } from "../store/campaigns.ts";
import { isPack, issueOffFen, packSize } from "../pack.ts";
import { findDraft } from "../store/templates.ts";

/** What a campaign gives to a member is one coupon, or one pack. Null for unlimited; money in fen. */
export type GiveLimits = {
  readonly title: string;
  /** Operators may give its coupons at present. */
  readonly isGranted: boolean;
  /** What one of them takes off at most; null for goods in exchange without a cap. */
  readonly offFen: number | null;
  /** True when a member gets a pack. */
  readonly isPack: boolean;
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
  const offFen = issueOffFen(rules) ?? null;
  const { title, status, total, claimed, budgetFen, heldFen, spentFen } = figures;
  return {
    title,
    isGranted: status === "active" || status === "paused",
    offFen,
    isPack: isPack(rules),
    couponsLeft:
      total === null ? null : Math.max(0, Math.floor((total - claimed) / packSize(rules))),
    budgetLeftFen:
      budgetFen === null
        ? null
        : Math.max(0, Number(budgetFen) - Number(heldFen) - Number(spentFen)),
  };
}
