/** Background work of exports: a leased message writes one, and a job deletes past files. */
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { failureText } from "../../platform/jobs/worker-failure.ts";
import { databaseIsDown } from "../../platform/database/failure.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import { queueWriting, WRITE_TOPIC } from "./actions/begin.ts";
import { failExport, partKey, type WriteDeps, writeExport } from "./actions/write.ts";
import { allFiles, deletePart, findDue, findExport, markRemoved } from "./store/exports.ts";

/** The share of its lease that a run uses before it queues the next. */
const LEASE_SHARE = 1 / 3;
const TRIES_MAX = 5;
const BROKEN = "导出没有成功，请稍后重新导出；多次失败请联系管理员";

export const exportOutboxHandlers = (deps: WriteDeps): OutboxHandlers => ({
  [WRITE_TOPIC]: async ({ payload: { exportId }, attempt }) => {
    const { context, db } = deps;
    invariant(typeof exportId === "string", "a message names its export");
    const found = await findExport(db, exportId);
    if (!found || found.outcome !== null) return;
    const fail = async () => {
      await failExport(deps, db, exportId, BROKEN);
    };
    // Earlier runs ended without a report, as when the process crashes on it.
    if (attempt > TRIES_MAX) return fail();
    try {
      if (await writeExport(deps, exportId, context.settings.outboxLeaseMs * LEASE_SHARE)) return;
    } catch (error) {
      const isFinal = error instanceof Refusal || attempt >= TRIES_MAX;
      if (databaseIsDown(error) || !isFinal) throw error;
      context.log.error({ exportId, attempt, reason: failureText(error) }, "an export has failed");
      return fail();
    }
    await transaction(db, (tx) => queueWriting(context, tx, found));
  },
});

const EVERY_MS = 5 * 60_000;
const BATCH = 50;
const OVERDUE = "导出超过 24 小时没有完成，请重新导出";

/** Deletes the files of past, failed and cancelled exports; ends one that took longer than a day. */
export async function removePastFiles({ context, db, store }: WriteDeps): Promise<number> {
  const due = await findDue(db, { now: context.clock.sql(), limit: BATCH });
  for (const { exportId, isOpen } of due) {
    if (isOpen) await failExport({ context }, db, exportId, OVERDUE);
    for (const fileId of await allFiles(db, exportId)) {
      await store.remove(partKey(exportId, fileId));
      await deletePart(db, exportId, fileId);
    }
    await markRemoved(db, exportId, context.clock.sql());
  }
  return due.length;
}

export const exportCleanupJob = (deps: WriteDeps): Job => ({
  name: "export-sweeper",
  every: EVERY_MS,
  run: async () => {
    while ((await removePastFiles(deps)) === BATCH);
  },
});
