/** What a pay password costs us is bounded for each member. */
import type { Context } from "../../../platform/context.ts";
import { countWithin } from "../../../platform/counter.ts";
import type { Db } from "../../../platform/database/pool.ts";

const HOUR_MS = 3_600_000;

/** Counts one slow hash of the member. Refuses RATE_LIMITED above `payPasswordWorkPerHour`. */
export async function countWork(
  { clock, settings }: Context,
  db: Db,
  memberId: string,
): Promise<void> {
  await countWithin(db, {
    subject: `pay-password:${memberId}`,
    windowMs: HOUR_MS,
    now: clock.now(),
    most: settings.payPasswordWorkPerHour,
  });
}
