/** What a pay password costs us is bounded for each member. */
import type { Context } from "../../../platform/context.ts";
import { countUp } from "../../../platform/counter.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";

const HOUR_MS = 3_600_000;

/** Counts one slow hash of the member. Refuses RATE_LIMITED above `payPasswordWorkPerHour`. */
export async function countWork(
  { clock, settings }: Context,
  db: Db,
  memberId: string,
): Promise<void> {
  const now = clock.now();
  const subject = `pay-password:${memberId}`;
  const used = await countUp(db, { subject, windowMs: HOUR_MS, now });
  const waitSeconds = Math.ceil((HOUR_MS - (now.getTime() % HOUR_MS)) / 1000);
  if (used > settings.payPasswordWorkPerHour) throw new Refusal("RATE_LIMITED", {}, waitSeconds);
}
