/**
 * Grants the rewards of a completed order: points at the rate of the member's level, and growth;
 * both for the cash that was not refunded.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { addOrderGrowth, memberLevelOf } from "../../levels/actions.ts";
import { earnForOrder as earnPoints } from "../../points/actions.ts";
import type { OrderKey } from "../store/read.ts";
import { findRetainedCash } from "../store/reward.ts";

/**
 * Grants once for each order and publishes `order.done`. The order's own growth does not raise the
 * rate of its points.
 */
export async function grantOrderReward(context: Context, tx: Tx, key: OrderKey): Promise<void> {
  const { ownerId: memberId, orderId } = key;
  const { pointsRate: rate } = await memberLevelOf(context, tx, memberId);
  const { cashFen, title } = await findRetainedCash(tx, key);
  await earnPoints(context, tx, { memberId, orderId, cashFen, rate });
  await addOrderGrowth(context, tx, { memberId, orderId, cashFen, title });
  await publishEvent(context, tx, { memberId, kind: "order.done", ref: orderId });
}
