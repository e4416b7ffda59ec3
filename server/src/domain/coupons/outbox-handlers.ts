/** Grants the coupons of a level to a member who has reached it. */
import type { Context } from "../../platform/context.ts";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { OutboxHandler } from "../../platform/jobs/outbox.ts";
import { invariant } from "../../platform/refusal.ts";
import { listLevels } from "../levels/actions.ts";
import { grantCoupon } from "./actions/grant.ts";

/**
 * Outbox handler for topic `level.reached`. Grants each coupon of a level once to a member, however
 * often the member reaches the level. A campaign without coupons left grants none; the level is
 * still reached.
 */
export const levelCouponHandler =
  (context: Context, db: Db): OutboxHandler =>
  async ({ memberId, payload }) => {
    const { grade } = payload;
    const level = (await listLevels(db)).find((each) => each.grade === grade);
    invariant(level, "a reached level is in the table of levels");
    for (const templateId of level.couponTemplates) {
      const gift = { memberId, templateId, source: "level", ref: `grade:${level.grade}` } as const;
      await transaction(db, (tx) => grantCoupon(context, tx, gift)).catch((error: unknown) => {
        const refusal = raisedRefusal(error);
        if (!refusal) throw error;
        context.log.warn(
          { grade, templateId, code: refusal.code },
          "a level's coupon is not given",
        );
      });
    }
  };
