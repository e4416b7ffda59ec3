/** Operators read the scheduled jobs, run them now, pause them and let them go on. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type PassStatus, passStatus } from "../reconciliation/actions.ts";
import { Refusal } from "../../platform/refusal.ts";
import {
  countTopics,
  makeDue,
  pauseJob,
  readJobs,
  resumeJob,
  type StoredJob,
  type TopicCount,
} from "./store/jobs.ts";

export { jobStateOf } from "./store/jobs.ts";

/** Due for longer than this without a run, ms: no process runs it. */
const LATE_MS = 5 * 60_000;
const MESSAGES_MOST = 10_000;

type JobState = "running" | "paused" | "failing" | "late" | "waiting";
export type JobLine = StoredJob & {
  readonly state: JobState;
  readonly lagMs: number;
  /** Only of the reconciliation while a pass is not finished. */
  readonly progress?: PassStatus;
};

/** The job that works in slices and shows how far it is. */
const RECONCILER = "books-reconciler";

function stateOf(job: StoredJob, nowMs: number): Pick<JobLine, "state" | "lagMs"> {
  const isRunning = job.leaseUntil > nowMs;
  const lagMs = isRunning || job.pausedAt !== null ? 0 : Math.max(0, nowMs - job.dueAt);
  if (isRunning) return { state: "running", lagMs };
  if (job.pausedAt !== null) return { state: "paused", lagMs };
  if (lagMs > LATE_MS) return { state: "late", lagMs };
  return { state: job.failures > 0 ? "failing" : "waiting", lagMs };
}

const order: Readonly<Record<JobState, number>> = {
  late: 0,
  failing: 1,
  paused: 2,
  running: 3,
  waiting: 4,
};

/** Returns the jobs of these names that have a timer, those that need a person first. */
export async function jobLines(
  context: Context,
  db: Db,
  names: readonly string[],
): Promise<JobLine[]> {
  const nowMs = context.clock.now().getTime();
  const progress = await passStatus(context, db);
  const jobs = (await readJobs(db, names)).map((job) => ({
    ...job,
    ...stateOf(job, nowMs),
    ...(job.name === RECONCILER && progress ? { progress } : {}),
  }));
  return jobs.toSorted((a, b) => order[a.state] - order[b.state]);
}

/** Makes a job due now. Refuses STATE_CHANGED while it runs, is paused, or does not exist. */
export async function runJobNow({ clock }: Context, db: Db, name: string): Promise<void> {
  if (!(await makeDue(db, { name, now: clock.sql() }))) throw new Refusal("STATE_CHANGED");
}

/** Stops a job on every process from its next run on. Refuses STATE_CHANGED for a paused one. */
export async function pause(
  { clock }: Context,
  db: Db,
  job: { readonly name: string; readonly by: string; readonly reason: string },
): Promise<void> {
  if (!(await pauseJob(db, { ...job, now: clock.sql() }))) throw new Refusal("STATE_CHANGED");
}

/** Lets a paused job go on. Refuses STATE_CHANGED for one that is not paused. */
export async function resume(db: Db, name: string): Promise<void> {
  if (!(await resumeJob(db, name))) throw new Refusal("STATE_CHANGED");
}

/** Returns the waiting and dead messages by topic, dead ones first. */
export const topicLines = ({ clock }: Context, db: Db): Promise<TopicCount[]> =>
  countTopics(db, { limit: MESSAGES_MOST, now: clock.sql() });
