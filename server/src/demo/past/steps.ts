/** What the demo's own accounts did on fixed days of the past. */
import type { People } from "./batches.ts";
import type { PastEnvironment } from "./environment.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

export type Step = {
  /** The day that ends so many days before the end of the past. */
  readonly daysAgo: number;
  /** Hours and minutes in Shanghai. */
  readonly time: readonly [hours: number, minutes: number];
  readonly run: (env: PastEnvironment, people: People) => Promise<void>;
};

/** Runs the steps of one day, each at its time. */
export async function makeStepsOfDay(
  env: PastEnvironment,
  people: People,
  {
    steps,
    end,
    daysLeft,
  }: { readonly steps: readonly Step[]; readonly end: number; readonly daysLeft: number },
): Promise<void> {
  for (const { daysAgo, time, run } of steps) {
    if (daysAgo !== daysLeft) continue;
    const [hours, minutes] = time;
    const at = end - daysLeft * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
    await env.time.at(new Date(at), () => run(env, people));
  }
}
