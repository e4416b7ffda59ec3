/** What a done order brings its member: points at the rate of their level, and growth; both for the cash that was kept. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { grow, standingOf } from "../../levels/actions.ts";
import { earn as earnPoints } from "../../points/actions.ts";
import type { Key } from "../store/read.ts";
import { keptOf } from "../store/reward.ts";

/** Once for each order, which is then told as `order.done`. The order's own growth does not speed its own points. */
export async function reward(context: Context, tx: Tx, key: Key): Promise<void> {
  const { ownerId: memberId, orderId } = key;
  const { pointsRate: rate } = await standingOf(context, tx, memberId);
  const { cashFen, title } = await keptOf(tx, key);
  await earnPoints(context, tx, { memberId, orderId, cashFen, rate });
  await grow(context, tx, { memberId, orderId, cashFen, title });
  await tell(context, tx, { memberId, kind: "order.done", ref: orderId });
}
