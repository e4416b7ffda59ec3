/** Background jobs and event subscriptions of the invitations module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { DomainEventSubscriber } from "../../platform/jobs/domain-events.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { foldInviteCounts } from "./store/counts.ts";
import { deleteOldClicks, handleOrderDone, handleOrderRefunded, settleRewards } from "./actions.ts";

const SETTLE_EVERY_MS = 60_000;
const CLEAN_UP_EVERY_MS = 6 * 3_600_000;

/** Settles rewards whose freeze is over. A member who opens the page earlier settles their own. */
export const rewardSettlementJob = (context: Context, db: Db): Job => ({
  name: "reward-keeper",
  every: SETTLE_EVERY_MS,
  run: async () => {
    const seen = await settleRewards(context, db);
    if (seen > 0) context.log.info({ rewards: seen }, "due rewards were settled");
  },
});

export const clickCleanupJob = (context: Context, db: Db): Job => ({
  name: "click-sweeper",
  every: CLEAN_UP_EVERY_MS,
  run: () => deleteOldClicks(context, db),
});

/** The figures of campaigns are right without it; it keeps the entries of each campaign few. */
export const inviteCountJob = (db: Db): Job => ({
  name: "invite-counter",
  every: SETTLE_EVERY_MS,
  run: async () => {
    while ((await foldInviteCounts(db)) > 0);
  },
});

/** Subscribes to completed orders and refunds. */
export const invitationSubscriber =
  (context: Context, db: Db): DomainEventSubscriber =>
  async ({ memberId, kind, ref: orderId }) => {
    if (kind === "order.done") await handleOrderDone(context, db, { memberId, orderId });
    if (kind === "order.refunded") await handleOrderRefunded(context, db, { memberId, orderId });
  };
