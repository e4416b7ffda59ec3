/** The scheduled jobs, and the messages of the outbox by topic. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorJobs as routes } from "../../routes/operators/jobs.ts";
import { Instant, listOf, Nothing } from "../../values.ts";
import { Reason } from "./adjustments.ts";
import { Person } from "./people.ts";

const Name = Type.String({ pattern: "^[a-z][a-z-]{1,59}$" });
const Count = Type.Integer({ minimum: 0 });

export const JobLine = Type.Object({
  name: Type.String(),
  state: Type.Union([
    Type.Literal("running"),
    Type.Literal("paused"),
    Type.Literal("failing"),
    Type.Literal("late"),
    Type.Literal("waiting"),
  ]),
  dueAt: Instant,
  /** How long it has been due without running, in ms. */
  lagMs: Count,
  startedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
  /** Until when a running process counts as alive. */
  leaseUntil: Type.Optional(Instant),
  /** Failures in a row. */
  failures: Count,
  lastError: Type.Optional(Type.String()),
  pausedAt: Type.Optional(Instant),
  pausedBy: Type.Optional(Person),
  pauseReason: Type.Optional(Type.String()),
  /** How far the daily reconciliation is, while it runs or waits to be resumed. */
  progress: Type.Optional(
    Type.Object({
      /** Checks that have ended, of all. */
      ended: Count,
      checks: Count,
      /** Slices compared so far, over all checks. */
      slices: Count,
      /** The name of the check it is at. */
      check: Type.Optional(Type.String()),
    }),
  ),
});
export type JobLine = Static<typeof JobLine>;

export const TopicLine = Type.Object({
  topic: Type.String(),
  /** Waiting for their time or for an earlier message. */
  queued: Count,
  due: Count,
  dead: Count,
  /** How long the oldest due message has waited, in ms. */
  oldestMs: Count,
});
export type TopicLine = Static<typeof TopicLine>;

export const RetentionLine = Type.Object({
  what: Type.String(),
  /** Days in the database; absent for what is kept for good. */
  keptDays: Type.Optional(Type.Number({ minimum: 0 })),
  then: Type.Union([Type.Literal("archived"), Type.Literal("removed"), Type.Literal("kept")]),
  why: Type.String(),
  /** How many rows are in files. */
  archivedRows: Type.Optional(Count),
});

export const ArchiveLine = Type.Object({
  /** The file's key in the file store. */
  key: Type.String(),
  source: Type.Union([Type.Literal("audit"), Type.Literal("event"), Type.Literal("recon-run")]),
  rows: Count,
  bytes: Count,
  /** SHA-256 of the file in hex. */
  hash: Type.String(),
  fromAt: Instant,
  toAt: Instant,
  createdAt: Instant,
});

const change = Type.Object({ name: Name, reason: Reason });

export const operatorJobs = shapesOf<typeof routes>()({
  list: {
    summary: "Every scheduled job with its lease, last run, lag and last error",
    input: Type.Object({}),
    output: listOf(JobLine),
    refusals: [],
  },
  run: {
    summary: "Make a job due now; refused while it runs or is paused",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  pause: {
    summary: "Stop a job on every process; a run in progress ends first",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  resume: {
    summary: "Let a paused job go on",
    input: change,
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  retention: {
    summary: "What is kept for how long, what then happens to it, and why",
    input: Type.Object({}),
    output: listOf(RetentionLine),
    refusals: [],
  },
  archives: {
    summary: "The newest hundred files of archived rows",
    input: Type.Object({}),
    output: listOf(ArchiveLine),
    refusals: [],
  },
  outbox: {
    summary: "Messages that wait or were given up, by topic; of each at most the first 10,000",
    input: Type.Object({}),
    output: listOf(TopicLine),
    refusals: [],
  },
});
