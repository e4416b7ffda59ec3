/** Records reports of paths that do not exist (404). */
import type { Context } from "../../../platform/context.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { stripControlCharacters } from "../model.ts";
import { recordLostPage } from "../store.ts";

const HOUR_MS = 3_600_000;
const REPORTS_PER_HOUR = 30;

/**
 * Records that a path does not exist; refuses RATE_LIMITED above thirty reports an hour from one
 * address.
 */
export async function reportLostPage(
  context: Context,
  db: Db,
  report: { path: string; from: string | undefined; address: string },
): Promise<void> {
  const now = context.clock.now();
  const subject = `lost-page:${report.address}`;
  await enforceLimit(db, { subject, windowMs: HOUR_MS, now, most: REPORTS_PER_HOUR });
  const from = report.from === undefined ? undefined : stripControlCharacters(report.from);
  await recordLostPage(db, { path: stripControlCharacters(report.path), from, now });
}
