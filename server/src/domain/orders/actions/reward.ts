/** What a done order brings its member: points at the rate of their level, and growth; both for the cash that was kept. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { addOrderGrowth, memberLevelOf } from "../../levels/actions.ts";
import { earnForOrder as earnPoints } from "../../points/actions.ts";
import type { OrderKey } from "../store/read.ts";
import { findRetainedCash } from "../store/reward.ts";

/** Once for each order, which is then told as `order.done`. The order's own growth does not speed its own points. */
export async function grantOrderReward(context: Context, tx: Tx, key: OrderKey): Promise<void> {
  const { ownerId: memberId, orderId } = key;
  const { pointsRate: rate } = await memberLevelOf(context, tx, memberId);
  const { cashFen, title } = await findRetainedCash(tx, key);
  await earnPoints(context, tx, { memberId, orderId, cashFen, rate });
  await addOrderGrowth(context, tx, { memberId, orderId, cashFen, title });
  await publishEvent(context, tx, { memberId, kind: "order.done", ref: orderId });
}
