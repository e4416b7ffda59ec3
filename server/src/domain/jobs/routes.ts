/** Maps the operations of scheduled jobs and of the outbox to actions, with names beside ids. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { archiveKey } from "../../platform/archive.ts";
import { archiveLines, retentionLines } from "./retention.ts";
import { jobLines, pause, resume, runJobNow, topicLines } from "./actions.ts";

type Deps = { readonly namesOf: NamesOf; readonly jobNames: readonly string[] };

export const operatorJobRoutes = (
  context: Context,
  db: Db,
  { namesOf, jobNames }: Deps,
): Handlers<"operatorJobs"> => ({
  list: async () => {
    const lines = await jobLines(context, db, jobNames);
    const nameOf = await namesOf(
      db,
      lines.flatMap(({ pausedBy }) => pausedBy ?? []),
    );
    return {
      list: lines.map(({ pausedBy, leaseUntil, progress, ...job }) => ({
        name: job.name,
        state: job.state,
        dueAt: job.dueAt,
        lagMs: job.lagMs,
        failures: job.failures,
        ...withoutNulls({
          startedAt: job.startedAt,
          endedAt: job.endedAt,
          lastError: job.lastError,
          pausedAt: job.pausedAt,
          pauseReason: job.pauseReason,
        }),
        ...(progress
          ? {
              progress: {
                ended: progress.ended,
                checks: progress.checks,
                slices: progress.slices,
                ...withoutNulls({ check: progress.check }),
              },
            }
          : {}),
        ...(job.state === "running" ? { leaseUntil } : {}),
        ...(pausedBy === null ? {} : { pausedBy: { id: pausedBy, name: nameOf(pausedBy) } }),
      })),
    };
  },
  run: async ({ name }) => {
    await runJobNow(context, db, name);
    return {};
  },
  pause: async ({ name, reason }, call) => {
    await pause(context, db, { name, reason, by: memberOf(call).memberId });
    return {};
  },
  resume: async ({ name }) => {
    await resume(db, name);
    return {};
  },
  retention: async () => ({ list: [...(await retentionLines(context, db))] }),
  archives: async () => ({
    list: (await archiveLines(db)).map(({ id, source, ...file }) => ({
      ...file,
      source,
      key: archiveKey(source, id),
    })),
  }),
  outbox: async () => ({ list: await topicLines(context, db) }),
});
