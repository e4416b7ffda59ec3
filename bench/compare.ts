/**
 * Measures several variants of the same work in alternating rounds, and returns medians and ratios
 * of one run.
 */
import { requestFrom, startChildProcess } from "./bench-server.ts";
import type { Job, Measured } from "./load.ts";

export type Variant = {
  readonly name: string;
  /** Runs before each round of this variant, outside the measured time. */
  readonly prepare?: () => Promise<void>;
  /** Returns the next `count` units of work of this variant; called once per round. */
  job(connections: number, count: number): Job;
};
export type Row = Measured & { readonly variant: string; readonly connections: number };

/** Returns the middle of the values; NaN when there is none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export type Plan = {
  readonly connections: readonly number[];
  readonly rounds: number;
  /** Units of work of each variant in one round. */
  readonly count: (connections: number) => number;
};

/**
 * Runs the variants in turn (A B C A B C …), so that other load on the machine affects all of them
 * alike. Throws when a call fails.
 */
export async function compare(variants: readonly Variant[], plan: Plan): Promise<Row[]> {
  const load = startChildProcess("./load.ts");
  const rows: Row[] = [];
  // The first round is a warm-up.
  for (const variant of variants) await requestFrom<Measured>(load, variant.job(8, plan.count(8)));
  for (const connections of plan.connections) {
    const measuredByName = new Map<string, Measured[]>(variants.map(({ name }) => [name, []]));
    for (let round = 0; round < plan.rounds; round++) {
      for (const variant of variants) {
        await variant.prepare?.();
        const measured = await requestFrom<Measured>(
          load,
          variant.job(connections, plan.count(connections)),
        );
        if (measured.failed) throw new Error(`${variant.name}: ${measured.failed}`);
        measuredByName.get(variant.name)?.push(measured);
      }
    }
    for (const [name, measured] of measuredByName) {
      const of = (part: "perSecond" | "p50" | "p99") => median(measured.map((m) => m[part]));
      rows.push({
        variant: name,
        connections,
        failed: undefined,
        perSecond: of("perSecond"),
        p50: of("p50"),
        p99: of("p99"),
      });
    }
  }
  load.disconnect();
  return rows;
}

/** Prints a plain-text table that compares the first variant with each of the others. */
export function printComparison(
  title: string,
  rows: readonly Row[],
  goals: readonly string[],
): void {
  const [ours, ...others] = [...new Set(rows.map(({ variant }) => variant))];
  const table = [...new Set(rows.map(({ connections }) => connections))].map((connections) => {
    const at = (name: string | undefined) =>
      rows.find((r) => r.connections === connections && r.variant === name);
    const mine = at(ours);
    const shown: Record<string, string | number> = {
      connections,
      [`${ours} /s`]: Math.round(mine?.perSecond ?? 0),
      "p50 ms": (mine?.p50 ?? 0).toFixed(2),
      "p99 ms": (mine?.p99 ?? 0).toFixed(2),
      "p99 ÷ p50": ((mine?.p99 ?? 0) / (mine?.p50 ?? 1)).toFixed(1),
    };
    for (const other of others) {
      const theirs = at(other)?.perSecond ?? Number.NaN;
      shown[`${other} /s`] = Math.round(theirs);
      shown[`of ${other}`] = `${Math.round((100 * (mine?.perSecond ?? 0)) / theirs)} %`;
    }
    return shown;
  });
  process.stdout.write(`${title}\n`);
  console.table(table);
  for (const goal of goals) process.stdout.write(`  ${goal}\n`);
}
