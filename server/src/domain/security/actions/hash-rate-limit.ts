/** Limits the cost of pay password hashing for each member. */
import type { Context } from "../../../platform/context.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import type { Db } from "../../../platform/database/pool.ts";

const HOUR_MS = 3_600_000;

/** Counts one slow hash of the member. Refuses RATE_LIMITED above `payPasswordWorkPerHour`. */
export async function limitPasswordHashing(
  { clock, settings }: Context,
  db: Db,
  memberId: string,
): Promise<void> {
  await enforceLimit(db, {
    subject: `pay-password:${memberId}`,
    windowMs: HOUR_MS,
    now: clock.now(),
    most: settings.payPasswordWorkPerHour,
  });
}
