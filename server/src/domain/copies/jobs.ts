/** Background work of copies: a leased message makes one, and a job deletes past files. */
import { databaseIsDown } from "../../platform/database/failure.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { jobCall } from "../../platform/http/job-call.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { failureText } from "../../platform/jobs/worker-failure.ts";
import { invariant } from "../../platform/refusal.ts";
import { shanghaiMinute } from "../../platform/shanghai.ts";
import { COPY_TOPIC, copyFileKey, sealPlace } from "./model.ts";
import { copyPage } from "./page.ts";
import type { OwnData } from "./port.ts";
import { readSections } from "./sections.ts";
import { dueCopies, isMaking, markFailed, markReady, markRemoved } from "./store.ts";

export type CopyDeps = { readonly own: OwnData; readonly store: FileStore };

const TRIES_MAX = 5;
const EVERY_MS = 5 * 60_000;
const BATCH = 50;
const TYPE = "application/octet-stream";

/** Makes one copy; safe to run twice, because the file has one name and one run ends the row. */
async function makeCopy(
  context: Context,
  db: Db,
  { own, store }: CopyDeps,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<void> {
  const sections = await readSections(own, jobCall("copy", memberId));
  const now = context.clock.now().getTime();
  const page = copyPage(sections, shanghaiMinute(now));
  await store.put(copyFileKey(id), context.secrets.seal(page, sealPlace(id)), TYPE);
  const filesUntil = new Date(now + context.settings.copyKeptMs);
  const ready = { memberId, id, bytes: Buffer.byteLength(page), filesUntil };
  await transaction(db, (tx) => markReady(tx, { ...ready, now: context.clock.sql() }));
}

export const copyOutboxHandlers = (context: Context, db: Db, deps: CopyDeps): OutboxHandlers => ({
  [COPY_TOPIC]: async ({ memberId, payload: { copyId: id }, attempt }) => {
    invariant(typeof id === "string", "a message names its copy");
    if (!(await isMaking(db, { memberId, id }))) return;
    try {
      await makeCopy(context, db, deps, { memberId, id });
    } catch (error) {
      if (databaseIsDown(error) || attempt < TRIES_MAX) throw error;
      context.log.error({ copyId: id, reason: failureText(error) }, "a copy has failed");
      await markFailed(db, { memberId, id, now: context.clock.sql() });
    }
  },
});

export const copyCleanupJob = (
  context: Context,
  db: Db,
  store: Pick<FileStore, "remove">,
): Job => ({
  name: "copy-sweeper",
  every: EVERY_MS,
  run: async () => {
    for (;;) {
      const due = await dueCopies(db, context.clock.sql(), BATCH);
      for (const copy of due) {
        await store.remove(copyFileKey(copy.id));
        await markRemoved(db, { ...copy, now: context.clock.sql() });
      }
      if (due.length < BATCH) return;
    }
  },
});
