/** Writes down what time has done to levels; nothing waits for it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { callSettle, membersDue } from "../store.ts";

const MEMBERS_AT_ONCE = 200;

/**
 * Safe at any time and by several at once. Answers the members seen; failures are thrown at the end, so that one member
 * keeps nobody else waiting.
 */
export async function settleDueLevels({ clock }: Context, db: Db): Promise<number> {
  const members = await membersDue(db, clock.sql(), MEMBERS_AT_ONCE);
  const failures: unknown[] = [];
  for (const memberId of members) {
    const [result] = await Promise.allSettled([callSettle(db, memberId, clock.sql())]);
    if (result?.status === "rejected") failures.push(result.reason);
  }
  if (failures.length > 0) throw new AggregateError(failures, "some levels were not settled");
  return members.length;
}
