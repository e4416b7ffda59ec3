/**
 * Gives coupons that no member claims: on registration, after the first order, on a birthday. Once
 * for each member and campaign, however often the event is delivered.
 */
import type { Context } from "../../../platform/context.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { DomainEventSubscriber } from "../../../platform/jobs/domain-events.ts";
import { memberLevelOf } from "../../levels/actions.ts";
import { isFirstOrder } from "../store.ts";
import { type GivenOn, listGivenOn } from "../store/templates.ts";
import { whyNotEligible } from "./claim.ts";
import { grantCoupon } from "./grant.ts";

type Occasion = {
  readonly memberId: string;
  readonly on: GivenOn;
  /** The same reference gives once. */
  readonly ref: string;
};

/**
 * Gives a member a coupon of each running campaign of this occasion whose audience the member is
 * in; returns how many were given now. A member who closed an earlier account is no new member. A
 * campaign without coupons left gives none, and the others still do.
 */
export async function giveOn(
  context: Context,
  db: Db,
  { memberId, on, ref }: Occasion,
): Promise<number> {
  const campaigns = await listGivenOn(db, on, context.clock.sql());
  if (campaigns.length === 0) return 0;
  const member = await memberLevelOf(context, db, memberId);
  if (on !== "birthday" && member.isReturning) return 0;
  const now = context.clock.now().getTime();
  let given = 0;
  for (const { templateId, audience } of campaigns) {
    if (whyNotEligible(audience, member, now)) continue;
    const gift = { memberId, templateId, source: on, ref };
    // A campaign that is over refuses, and the next one may still give.
    await transaction(db, (tx) => grantCoupon(context, tx, gift)).then(
      ({ outcome }) => (given += outcome === "granted" ? 1 : 0),
      (error: unknown) => {
        const refusal = raisedRefusal(error);
        if (!refusal) throw error;
        context.log.warn({ templateId, code: refusal.code }, "an automatic coupon is not given");
      },
    );
  }
  return given;
}

const ONCE = "once";

/** Subscribes to new members and to completed orders. */
export const couponSubscriber =
  (context: Context, db: Db): DomainEventSubscriber =>
  async ({ memberId, kind, ref }) => {
    if (kind === "member.registered")
      await giveOn(context, db, { memberId, on: "register", ref: ONCE });
    if (kind === "order.done" && (await isFirstOrder(db, { memberId, orderId: ref })))
      await giveOn(context, db, { memberId, on: "first_order", ref: ONCE });
  };
