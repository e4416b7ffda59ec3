/** Reminds of coupons three days and a day before their end, and of points a week before: a bounded walk by their ends. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { daysLater, dayOf, dayStart, dayText } from "../model.ts";
import type { ExpiringItem, ExpiringReader, ExpiryPage, MessageDeps } from "../port.ts";
import { compose, templateOf } from "../templates.ts";
import { createAndPushMessage } from "./create.ts";

const PAGE = 500;
/** Which kind, how many days before. */
const reminderTypes = [
  { kind: "coupon", days: 3 },
  { kind: "coupon", days: 1 },
  { kind: "points", days: 7 },
  { kind: "points", days: 1 },
] as const;

export type ReminderDeps = Pick<MessageDeps, "pusher"> & { readonly expiring: ExpiringReader };

/** Of a page, each member's own: one message tells of all that ends on that day. */
function byMember(page: readonly ExpiringItem[]): Map<string, ExpiringItem[]> {
  const members = new Map<string, ExpiringItem[]>();
  for (const each of page)
    members.set(each.memberId, [...(members.get(each.memberId) ?? []), each]);
  return members;
}

async function createReminders(
  context: Context,
  db: Db,
  deps: ReminderDeps,
  { kind, days, of }: { kind: "coupon" | "points"; days: number; of: readonly ExpiringItem[] },
): Promise<boolean> {
  const [first] = of;
  const template = templateOf(`${kind}.expiring`);
  if (!first || !template) return false;
  const sum = of.reduce((total, { amount }) => total + amount, 0);
  // What ends at midnight ends with the day before.
  const endsAt = new Date(first.endsAt - 1);
  const day = dayText(endsAt);
  const data = {
    day,
    title: first.title,
    ...(kind === "coupon" ? { count: sum } : { points: sum }),
  };
  // Once for a member, a day and a distance, however often the walk begins anew.
  const ref = `${dayOf(endsAt)}:${days}`;
  const news = { memberId: first.memberId, kind: `${kind}.expiring`, ref } as const;
  return createAndPushMessage(context, db, deps, compose(template, news, { ref, data }), template);
}

/** Everything that ends on the days the reminders are about; answers how many messages are new. */
export async function createExpiryReminders(
  context: Context,
  db: Db,
  deps: ReminderDeps,
): Promise<number> {
  const today = dayStart(context.clock.now());
  let told = 0;
  for (const { kind, days } of reminderTypes) {
    const from = daysLater(today, days);
    const to = daysLater(today, days + 1);
    let after: ExpiryPage["after"];
    for (;;) {
      const page = await deps.expiring(kind, { from, to, after, limit: PAGE });
      for (const of of byMember(page).values()) {
        if (await createReminders(context, db, deps, { kind, days, of })) told++;
      }
      after = page.at(-1);
      if (page.length < PAGE) break;
    }
  }
  return told;
}
