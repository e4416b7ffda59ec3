/** Stores the changes of levels that time has caused; other code does not depend on it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { runEach, throwFailures } from "../../../platform/run-each.ts";
import { callSettle, membersDue } from "../store.ts";

const MEMBERS_AT_ONCE = 200;

/**
 * Safe at any time and when several run at once. Returns the number of members processed; throws
 * failures at the end, so that one member does not delay the others.
 */
export async function settleDueLevels({ clock }: Context, db: Db): Promise<number> {
  const members = await membersDue(db, clock.sql(), MEMBERS_AT_ONCE);
  const failures = await runEach(members, (memberId) => callSettle(db, memberId, clock.sql()));
  throwFailures(failures, "some levels were not settled");
  return members.length;
}
