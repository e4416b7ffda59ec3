/** Reminds of coupons three days and a day before their end, and of points a week before: a bounded walk by their ends. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { daysLater, dayOf, dayStart, dayWords } from "../model.ts";
import type { Ending, EndingReader, EndingSpan, MessageDeps } from "../port.ts";
import { compose, templateOf } from "../templates.ts";
import { deliver } from "./put.ts";

const PAGE = 500;
/** Which kind, how many days before. */
const reminders = [
  { kind: "coupon", days: 3 },
  { kind: "coupon", days: 1 },
  { kind: "points", days: 7 },
  { kind: "points", days: 1 },
] as const;

export type RemindDeps = Pick<MessageDeps, "pusher"> & { readonly ending: EndingReader };

/** Of a page, each member's own: one message tells of all that ends on that day. */
function byMember(page: readonly Ending[]): Map<string, Ending[]> {
  const members = new Map<string, Ending[]>();
  for (const each of page)
    members.set(each.memberId, [...(members.get(each.memberId) ?? []), each]);
  return members;
}

async function remind(
  context: Context,
  db: Db,
  deps: RemindDeps,
  { kind, days, of }: { kind: "coupon" | "points"; days: number; of: readonly Ending[] },
): Promise<boolean> {
  const [first] = of;
  const template = templateOf(`${kind}.expiring`);
  if (!first || !template) return false;
  const sum = of.reduce((total, { amount }) => total + amount, 0);
  // What ends at midnight ends with the day before.
  const endsAt = new Date(first.endsAt - 1);
  const day = dayWords(endsAt);
  const data = {
    day,
    title: first.title,
    ...(kind === "coupon" ? { count: sum } : { points: sum }),
  };
  // Once for a member, a day and a distance, however often the walk begins anew.
  const ref = `${dayOf(endsAt)}:${days}`;
  const news = { memberId: first.memberId, kind: `${kind}.expiring`, ref } as const;
  return deliver(context, db, deps, compose(template, news, { ref, data }), template);
}

/** Everything that ends on the days the reminders are about; answers how many messages are new. */
export async function remindOfEnds(context: Context, db: Db, deps: RemindDeps): Promise<number> {
  const today = dayStart(context.clock.now());
  let told = 0;
  for (const { kind, days } of reminders) {
    const from = daysLater(today, days);
    const to = daysLater(today, days + 1);
    let after: EndingSpan["after"];
    for (;;) {
      const page = await deps.ending(kind, { from, to, after, limit: PAGE });
      for (const of of byMember(page).values()) {
        if (await remind(context, db, deps, { kind, days, of })) told++;
      }
      after = page.at(-1);
      if (page.length < PAGE) break;
    }
  }
  return told;
}
