/**
 * Runs the scheduled jobs of both databases of the growth benchmark, one at a time, with every other job
 * paused: how long a run takes, how long its longest transaction, and what a run costs that finds nothing to do.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { lowerQuartile, type Row, type Target } from "./growth-rounds.ts";

/** A run is asked for this often, in ms; a transaction may be this much longer than it is shown. */
const POLL_MS = 20;
const LIMIT_MS = 300_000;
/** A difference below this is that of the jobs' timers, in ms. */
const NOISE_MS = 5;
/** The whole reconciliation is measured by its slices. */
const RECONCILIATION = "books-reconciler";

type Ran = { readonly ms: number; readonly longestMs: number; readonly failed?: string };

const PAUSE = `UPDATE job_lease SET paused_at = now(), pause_reason = 'bench',
  paused_by = '00000000-0000-7000-8000-000000000000'`;
const RESUME = "UPDATE job_lease SET paused_at = NULL, pause_reason = NULL, paused_by = NULL";
const QUIET = "SELECT count(*)::int AS running FROM job_lease WHERE lease_until > now()";

/** Lets every job run again that a run of the benchmark has paused. */
export const resumeJobs = (client: Client) => client.query(RESUME);

/** Pauses every job and waits until none is running. */
export async function pauseJobs(client: Client): Promise<void> {
  await client.query(PAUSE);
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(100)) {
    const { rows } = await client.query<{ running: number }>(QUIET);
    if (rows[0]?.running === 0) return;
  }
  throw new Error("a job does not end");
}

/** Makes a job due, waits for its end and returns how long it and its longest transaction took. */
async function runJob({ client }: Pick<Target, "client">, name: string): Promise<Ran> {
  await client.query(`${RESUME}, due_at = now(), ended_at = NULL WHERE name = $1`, [name]);
  let longestMs = 0;
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const { rows } = await client.query<{ ms: number | null; error: string; longest: number }>(
      `SELECT extract(epoch FROM ended_at - started_at)::float8 * 1000 AS ms,
              CASE WHEN failures > 0 THEN left(last_error, 100) END AS error,
              (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 * 1000
               FROM pg_stat_activity WHERE usename = 'yunjing_app') AS longest
       FROM job_lease WHERE name = $1`,
      [name],
    );
    const [row] = rows;
    longestMs = Math.max(longestMs, row?.longest ?? 0);
    if (row?.ms == null) continue;
    await client.query(`${PAUSE} WHERE name = $1`, [name]);
    return { ms: row.ms, longestMs, ...(row.error === null ? {} : { failed: row.error }) };
  }
  return { ms: LIMIT_MS, longestMs, failed: `not at its end after ${LIMIT_MS} ms` };
}

/** Runs a job, which does a part at a time, until it adds no more rows to a table. */
export async function runToEnd(
  target: Pick<Target, "client">,
  { job, table }: { readonly job: string; readonly table: string },
): Promise<void> {
  const count = async () => {
    const { rows } = await target.client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table}`,
    );
    return rows[0]?.n ?? 0;
  };
  let before: number;
  do {
    before = await count();
    await runJob(target, job);
  } while ((await count()) > before);
}

const shown = ({ ms, failed }: Ran): string => failed ?? ms.toFixed(0);

/** One line of the table: the first run of each, and then runs in turn that find nothing to do. */
async function rowOfJob(
  [small, large]: readonly [Target, Target],
  name: string,
  rounds: number,
): Promise<Row> {
  const first = [await runJob(small, name), await runJob(large, name)] as const;
  const again: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      again[side].push((await runJob([small, large][side] ?? small, name)).ms);
  }
  const [one, other] = [lowerQuartile(again[0]), lowerQuartile(again[1])];
  const isAlike = other / one <= 2 || other - one <= NOISE_MS;
  return {
    job: name,
    "small, first run": shown(first[0]),
    "large, first run": shown(first[1]),
    "its longest transaction": first[1].longestMs.toFixed(0),
    "below 1 s": first[1].longestMs < 1_000 ? "yes" : "NO",
    "small, again": one.toFixed(0),
    "large, again": other.toFixed(0),
    ratio: (other / one).toFixed(2),
    alike: isAlike ? "yes" : "NO",
  };
}

/** Runs every job but the whole reconciliation on both databases; all times in ms. */
export async function measureJobs(
  targets: readonly [Target, Target],
  { isWanted, rounds }: { readonly isWanted: (name: string) => boolean; readonly rounds: number },
): Promise<Row[]> {
  for (const { client } of targets) await pauseJobs(client);
  const { rows } = await targets[1].client.query<{ name: string }>(
    "SELECT name FROM job_lease ORDER BY name",
  );
  const table: Row[] = [];
  for (const { name } of rows.filter((job) => job.name !== RECONCILIATION && isWanted(job.name)))
    table.push(await rowOfJob(targets, name, rounds));
  for (const { client } of targets) await resumeJobs(client);
  return table;
}

/**
 * Runs a whole reconciliation of a database, or goes on with one that a former run left, and returns its checks,
 * those with the longest slices first.
 */
export async function measureReconciliation(target: Target): Promise<Row[]> {
  const { client } = target;
  // A killed run of the benchmark keeps its lease.
  await client.query("UPDATE job_lease SET lease_until = now() WHERE name = $1", [RECONCILIATION]);
  await pauseJobs(client);
  const ran = await runJob(target, RECONCILIATION);
  await resumeJobs(client);
  process.stdout.write(`${RECONCILIATION}: ${shown(ran)} ms\n`);
  const { rows } = await client.query<Row>(
    `SELECT p.check_name AS check, p.slices::text AS slices, p.ms::text AS "ms in all",
            p.longest_ms::text AS "longest slice, ms", p.found::text AS found,
            CASE WHEN p.ended_at IS NULL THEN 'no' ELSE 'yes' END AS ended
     FROM recon_progress p
     WHERE p.run_id = (SELECT id FROM recon_run WHERE kind = 'full' ORDER BY started_at DESC, id DESC LIMIT 1)
     ORDER BY p.longest_ms DESC`,
  );
  return rows;
}
