/**
 * Sends expiry reminders: for coupons three days and one day before their end, for points a week
 * before. Scans by end time in bounded pages.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { daysLater, dayOf, dayStart, dayText } from "../model.ts";
import type { ExpiringItem, ExpiringReader, ExpiryPage, MessageDeps } from "../port.ts";
import { compose, templateOf } from "../templates.ts";
import {
  deletePositionsBefore,
  readPositions,
  type ReminderType,
  writePosition,
} from "../store/reminders.ts";
import { createAndPushMessage } from "./create.ts";

const PAGE = 500;
/** The kind of asset, and the number of days before its end. */
const reminderTypes = [
  { kind: "coupon", days: 3 },
  { kind: "coupon", days: 1 },
  { kind: "points", days: 7 },
  { kind: "points", days: 1 },
] as const satisfies readonly ReminderType[];

export type ReminderDeps = Pick<MessageDeps, "pusher"> & { readonly expiring: ExpiringReader };

/** Groups a page by member: one message lists everything that ends on that day. */
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
  // What ends at midnight counts as ending on the previous day.
  const endsAt = new Date(first.endsAt - 1);
  const day = dayText(endsAt);
  const data = {
    day,
    title: first.title,
    ...(kind === "coupon" ? { count: sum } : { points: sum }),
  };
  // Once per member, day and number of days, even when the scan restarts.
  const ref = `${dayOf(endsAt)}:${days}`;
  const event = { memberId: first.memberId, kind: `${kind}.expiring`, ref } as const;
  return createAndPushMessage(context, db, deps, compose(template, event, { ref, data }), template);
}

/** Creates the reminders of one page; returns how many are new, and where it ended unless it was the last. */
async function remindPage(
  context: Context,
  db: Db,
  deps: ReminderDeps,
  { kind, days, after }: ReminderType & Pick<ExpiryPage, "after">,
): Promise<{ readonly created: number; readonly next: ExpiryPage["after"] }> {
  const today = dayStart(context.clock.now());
  const from = daysLater(today, days);
  const to = daysLater(today, days + 1);
  const page = await deps.expiring(kind, { from, to, after, limit: PAGE });
  let created = 0;
  for (const of of byMember(page).values()) {
    if (await createReminders(context, db, deps, { kind, days, of })) created++;
  }
  return { created, next: page.length < PAGE ? undefined : page.at(-1) };
}

/**
 * Creates reminders for everything that ends on the relevant days. Returns how many messages are
 * new.
 */
export async function createExpiryReminders(
  context: Context,
  db: Db,
  deps: ReminderDeps,
): Promise<number> {
  let created = 0;
  for (const type of reminderTypes) {
    let after: ExpiryPage["after"];
    do {
      const page = await remindPage(context, db, deps, { ...type, after });
      created += page.created;
      after = page.next;
    } while (after !== undefined);
  }
  return created;
}

/**
 * Goes on with the reminders of today, at most `pages` pages, and stores after each where it ended: a
 * run ends within its lease, and the next one, or one after a crash, does not begin again. A page that
 * is done twice creates no second message. Returns how many messages are new.
 */
export async function continueReminders(
  context: Context,
  db: Db,
  deps: ReminderDeps,
  pages: number,
): Promise<number> {
  const day = dayOf(context.clock.now());
  const known = await readPositions(db, day);
  let created = 0;
  let left = pages;
  for (const type of reminderTypes) {
    const begun = known.find(({ kind, days }) => kind === type.kind && days === type.days);
    let { after, isEnded } = begun ?? { after: undefined, isEnded: false };
    while (!isEnded && left > 0) {
      const page = await remindPage(context, db, deps, { ...type, after });
      created += page.created;
      after = page.next;
      isEnded = after === undefined;
      left--;
      await writePosition(db, day, { ...type, after, isEnded }, context.clock.sql());
    }
  }
  if (known.length === 0) await deletePositionsBefore(db, day);
  return created;
}
