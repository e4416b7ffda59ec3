/** Reports of paths that are no page. */
import type { Context } from "../../../platform/context.ts";
import { countWithin } from "../../../platform/counter.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { plain } from "../model.ts";
import { noteLostPage } from "../store.ts";

const HOUR_MS = 3_600_000;
const REPORTS_PER_HOUR = 30;

/** Notes that a path is no page; refuses RATE_LIMITED above thirty reports an hour and address. */
export async function reportLostPage(
  context: Context,
  db: Db,
  report: { path: string; from: string | undefined; address: string },
): Promise<void> {
  const now = context.clock.now();
  const subject = `lost-page:${report.address}`;
  await countWithin(db, { subject, windowMs: HOUR_MS, now, most: REPORTS_PER_HOUR });
  const from = report.from === undefined ? undefined : plain(report.from);
  await noteLostPage(db, { path: plain(report.path), from, now });
}
