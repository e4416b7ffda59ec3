/** The agents of invitations, and what they hear. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { NewsListener } from "../../platform/jobs/news.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { forgetClicks, orderDone, orderRefunded, settleRewards } from "./actions.ts";

const SETTLE_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 6 * 3_600_000;

/** Settles what was frozen long enough; a member who looks before settles their own. */
export const rewardKeeper = (context: Context, db: Db): Agent => ({
  name: "reward-keeper",
  every: SETTLE_EVERY_MS,
  run: async () => {
    const seen = await settleRewards(context, db);
    if (seen > 0) context.log.info({ rewards: seen }, "rewards came due");
  },
});

export const clickSweeper = (context: Context, db: Db): Agent => ({
  name: "click-sweeper",
  every: FORGET_EVERY_MS,
  run: () => forgetClicks(context, db),
});

/** Hears of orders that were done and of money that went back. */
export const invitationNews =
  (context: Context, db: Db): NewsListener =>
  async ({ memberId, kind, ref: orderId }) => {
    if (kind === "order.done") await orderDone(context, db, { memberId, orderId });
    if (kind === "order.refunded") await orderRefunded(context, db, { memberId, orderId });
  };
