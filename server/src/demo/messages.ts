/**
 * Fills the demo members' inboxes with announcements and past events, each with the clock of its
 * day.
 */
import { listExpiringCoupons } from "../domain/coupons/actions.ts";
import {
  announce,
  messageSubscriber,
  readMessages,
  createExpiryReminders,
} from "../domain/messages/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { DomainEvent } from "../platform/jobs/domain-events.ts";
import { contextDaysAgo } from "./earlier.ts";
import type { Role } from "./people.ts";

const DAY_MS = 86_400_000;

/** Older than the rest, and already read. */
const pastEvents: readonly { days: number; event: Omit<DomainEvent, "memberId" | "ref"> }[] = [
  { days: 9.3, event: { kind: "security.new_device", data: {} } },
];

const announcements = [
  {
    days: 3.2,
    topic: "campaign",
    title: "云鲸会员日：周五积分兑换 8 折起",
    text: "每周五全天，会员卡、外卖红包和咖啡券限量折上折，兑完即止。",
    link: "/pages/user/score",
  },
  {
    days: 0.2,
    topic: "campaign",
    title: "新券上架，先到先得",
    text: "打车、外卖、观影满减券已上架领券中心，每人每种限领一张。",
    link: "/pages/coupon/center",
  },
] as const;

/** Not idempotent: every call announces again. Call it once per database. */
export async function seedMessages(
  context: Context,
  db: Db,
  { member: memberId, maker }: Record<Role, string>,
): Promise<void> {
  const pusher = { push: async () => undefined };
  const orders = { orderOf: async () => undefined, pickupOf: async () => undefined };
  for (const { days, event } of pastEvents) {
    const then = contextDaysAgo(context, days);
    const data = { ...event.data, at: then.clock.now().getTime() };
    const subscriber = messageSubscriber(then, db, { orders, pusher });
    await subscriber({ ...event, memberId, ref: context.ids.next(), data });
  }
  await readMessages(context, db, memberId, { all: true });
  const untilAt = context.clock.now().getTime() + 30 * DAY_MS;
  for (const { days, ...content } of announcements) {
    const announcement = { ...content, untilAt, actor: maker, reason: "月度活动预告" };
    await announce(contextDaysAgo(context, days), db, announcement);
  }
  await createExpiryReminders(context, db, {
    pusher,
    expiring: async (kind, span) =>
      kind === "points"
        ? []
        : (await listExpiringCoupons(db, span)).map((each) => ({ ...each, amount: 1 })),
  });
}
