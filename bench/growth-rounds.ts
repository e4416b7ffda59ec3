/** Calls of the growth benchmark in rounds: each once on the small and once on the large database. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { BenchServer } from "./bench-server.ts";
import type { Filled } from "./fill-members.ts";
import { callsOf, type GrowthCall } from "./growth-calls.ts";

/** A difference below this is the machine's, in ms. */
const NOISE_MS = 1;

/** A filled database, its server, and the tokens of those who call. */
export type Target = {
  readonly server: BenchServer;
  readonly client: Client;
  readonly member: string;
  readonly lead: string;
  readonly heavy: string;
  readonly values: Readonly<Record<string, string>>;
  /** Those of the heavy member. */
  readonly heavyValues: Readonly<Record<string, string>>;
  readonly filled: Filled;
};

/** Returns how long a call takes, in ms, or the status of an answer that is not a success. */
async function time({ server }: Target, call: GrowthCall, token: string): Promise<number | string> {
  const base = call.host === "console" ? "/console/api" : "/api";
  const headers = { authorization: token, origin: server.origin };
  const started = performance.now();
  const answer = await fetch(`${server.origin}${base}${call.path}`, { headers });
  await answer.arrayBuffer();
  return answer.status === 200 ? performance.now() - started : `HTTP ${answer.status}`;
}

/** Rows read by whole reads of tables with more than ten thousand rows, by table, so far. */
async function wholeReads(client: Client): Promise<Map<string, number>> {
  // The statistics of an idle connection are written after a second.
  await sleep(1_200);
  const { rows } = await client.query<{ name: string; read: number }>(
    "SELECT relname AS name, seq_tup_read::float8 AS read FROM pg_stat_user_tables WHERE n_live_tup > 10000",
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

/** The tables of more than ten thousand rows that these calls read whole, with the rows read. */
async function fullScans(
  target: Target,
  calls: readonly GrowthCall[],
  token: string,
): Promise<string> {
  const before = await wholeReads(target.client);
  for (const call of calls) await time(target, call, token);
  const after = await wholeReads(target.client);
  return [...after]
    .filter(([name, count]) => count - (before.get(name) ?? 0) > 10_000)
    .map(([name, count]) => `${name} ${count - (before.get(name) ?? 0)}`)
    .join(", ");
}

/**
 * Which of the calls read a table of more than ten thousand rows whole. A group of calls that does is divided,
 * down to single ones; one that only met a job once is not found again.
 */
export async function readWhole(
  target: Target,
  names: readonly string[],
  of: (target: Target) => string,
): Promise<string[]> {
  const among = async (calls: readonly GrowthCall[]): Promise<string[]> => {
    const found = calls.length === 0 ? "" : await fullScans(target, calls, of(target));
    if (found === "") return [];
    const [call] = calls;
    if (calls.length === 1 && call) return [`${call.name}: ${found}`];
    const half = Math.ceil(calls.length / 2);
    return [...(await among(calls.slice(0, half))), ...(await among(calls.slice(half)))];
  };
  return among(callsOf(target.values).filter(({ name }) => names.includes(name)));
}

export type Row = Record<string, string>;

/** One line of the table: ms on both databases, and whether the ratio is within its goal. */
export const rowOf = (
  name: string,
  [one, other]: readonly [number, number],
  goal: number,
): Row => ({
  name,
  "small ms": one.toFixed(1),
  "large ms": other.toFixed(1),
  ratio: (other / one).toFixed(2),
  goal: `≤ ${goal}`,
  good: other / one <= goal || other - one <= NOISE_MS ? "yes" : "NO",
});

/** The value below which a quarter of the values lies. */
export const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;

/** One call on both databases, with its times in ms so far, or what it answered instead. */
type Measurement = {
  readonly name: string;
  readonly calls: readonly [GrowthCall, GrowthCall];
  readonly times: [number[], number[]];
  failed?: string;
};

/** Adds one round: each call once on both databases; even rounds begin with the small one. */
async function addRound(
  targets: readonly [Target, Target],
  measurements: readonly Measurement[],
  { round, of }: { round: number; of: (t: Target) => string },
): Promise<void> {
  const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
  for (const one of measurements) {
    if (one.failed !== undefined) continue;
    for (const side of order) {
      const took = await time(targets[side], one.calls[side], of(targets[side]));
      if (typeof took === "string")
        one.failed = `${one.name} (${["small", "large"][side]}: ${took})`;
      // The first two rounds warm up.
      else if (round >= 2) one.times[side].push(took);
    }
  }
}

const quartilesOf = ({ times: [one, other] }: Measurement): [number, number] => [
  lowerQuartile(one),
  lowerQuartile(other),
];

type Measuring = {
  /** Gives the token. */
  readonly of: (target: Target) => string;
  /** Gives what the calls ask for. */
  readonly values?: (target: Target) => Readonly<Record<string, string>>;
  readonly goal: number;
  readonly rounds: number;
  /** No round begins after this instant, in ms since 1970, but for the first of those that count. */
  readonly until?: number;
  readonly label?: string;
};

/** Measures each call on both databases; a call above its goal in as many rounds again. */
export async function measure(
  targets: readonly [Target, Target],
  names: readonly string[],
  {
    of,
    goal,
    rounds,
    until = Number.POSITIVE_INFINITY,
    values = (target) => target.values,
    label = "",
  }: Measuring,
): Promise<Row[]> {
  const measurements = names.flatMap((name): Measurement[] => {
    const [ours, theirs] = targets.map((target) =>
      callsOf(values(target)).find((call) => call.name === name),
    );
    return ours && theirs ? [{ name, calls: [ours, theirs], times: [[], []] }] : [];
  });
  const mayBegin = (round: number) => round < rounds + 2 && (round <= 2 || Date.now() < until);
  for (let round = 0; mayBegin(round); round++)
    await addRound(targets, measurements, { round, of });
  const rowOfCall = (one: Measurement) => rowOf(label + one.name, quartilesOf(one), goal);
  const isAbove = (one: Measurement) => one.failed === undefined && rowOfCall(one)["good"] === "NO";
  const again = measurements.filter(isAbove);
  for (let round = 2; round < rounds + 2 && Date.now() < until; round++)
    await addRound(targets, again, { round, of });
  const left = measurements.flatMap(({ failed }) => failed ?? []);
  if (left.length > 0) process.stdout.write(`not answered: ${left.join(", ")}\n`);
  return measurements.filter(({ failed }) => failed === undefined).map(rowOfCall);
}
