/**
 * Runs scheduled jobs: timers are rows, one process runs a job at a time, and a failed run is
 * retried.
 */
import { Cron } from "croner";
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import { invariant } from "../refusal.ts";
import { addTimers, dueTimers, releaseLease, acquireLease } from "./job-timers.ts";
import { failureText } from "./worker-failure.ts";

/** Recurring work. It must be safe to run twice: a lease can end during a slow run. */
export type Job = {
  readonly name: string;
  /** Milliseconds from the end of one run to the next, or a cron pattern in China's time. */
  readonly every: number | string;
  /** After how many ms a silent process counts as dead. */
  readonly leaseMs?: number;
  run(): Promise<unknown>;
};

export type Schedule = {
  stop(): Promise<void>;
  /**
   * For tests: runs one job now, due or not; "elsewhere" when another process runs it. Rethrows the
   * run's error.
   */
  runOnce(name: string): Promise<"ran" | "elsewhere">;
};

const LEASE_MS = 5 * 60_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 10 * 60_000;

/** Returns the next time of a job that ended at `now`. */
export function nextRunAt(every: Job["every"], now: Date): Date {
  if (typeof every === "number") return new Date(now.getTime() + every);
  const next = new Cron(every, { timezone: "Asia/Shanghai", paused: true }).nextRun(now);
  invariant(next, `the pattern ${every} never comes round`);
  return next;
}

/** Returns when a failed run is retried: before its next regular time, later after each failure. */
export function retryAt(every: Job["every"], now: Date, failures: number): Date {
  const retryMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(failures, 20));
  const turn = nextRunAt(every, now);
  return new Date(Math.min(turn.getTime(), now.getTime() + retryMs));
}

/** Runs the job if its lease is available; returns its failure, if it failed. */
async function runJob(
  context: Context,
  db: Db,
  job: Job,
  evenEarly: boolean,
): Promise<{ ran: boolean; failure?: Error }> {
  const hold = { name: job.name, holder: context.ids.next() };
  const leaseMs = job.leaseMs ?? LEASE_MS;
  const failures = await acquireLease(context, db, { ...hold, leaseMs, evenEarly });
  if (failures === undefined) return { ran: false };
  try {
    await job.run();
    const dueAt = nextRunAt(job.every, context.clock.now());
    await releaseLease(context, db, hold, { dueAt, error: undefined });
    return { ran: true };
  } catch (error) {
    const reason = failureText(error);
    context.log.error({ job: job.name, failures: failures + 1, reason }, "a scheduled job failed");
    const dueAt = retryAt(job.every, context.clock.now(), failures);
    await releaseLease(context, db, hold, { dueAt, error: reason });
    return { ran: true, failure: error instanceof Error ? error : new Error(reason) };
  }
}

/** Returns the initial rows of all jobs: an interval is due at once, a pattern at its next time. */
const initialTimers = (jobs: readonly Job[], now: Date) =>
  jobs.map(({ name, every }) => ({
    name,
    dueAt: typeof every === "number" ? now : nextRunAt(every, now),
  }));

/**
 * Polls for due jobs every `tickMs`. Different jobs run in parallel, each one only once at a time.
 */
export function startSchedule(
  context: Context,
  db: Db,
  jobs: readonly Job[],
  { tickMs = 1_000 }: { tickMs?: number } = {},
): Schedule {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const running = new Map<string, Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;

  const start = (job: Job) => {
    const work = runJob(context, db, job, false)
      .catch((error: unknown) => {
        context.log.error({ job: job.name, reason: failureText(error) }, "a lease was lost");
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, work);
  };
  let ready: Promise<void> | undefined;
  const poll = async () => {
    ready ??= addTimers(context, db, initialTimers(jobs, context.clock.now()));
    await ready;
    for (const name of await dueTimers(context, db, [...byName.keys()])) {
      const job = byName.get(name);
      if (job && !isStopping && !running.has(name)) start(job);
    }
  };
  const tick = async () => {
    await poll().catch((error: unknown) => {
      context.log.warn({ reason: failureText(error) }, "the timers could not be read");
      ready = undefined;
    });
    if (!isStopping) {
      timer = setTimeout(() => {
        ticking = tick();
      }, tickMs);
    }
  };
  let ticking = tick();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await ticking;
      await Promise.all(running.values());
    },
    async runOnce(name) {
      const job = byName.get(name);
      invariant(job, `there is no job ${name}`);
      await addTimers(context, db, initialTimers([job], context.clock.now()));
      const { ran, failure } = await runJob(context, db, job, true);
      if (failure) throw failure;
      return ran ? "ran" : "elsewhere";
    },
  };
}
