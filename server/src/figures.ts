/**
 * `npm run figures -- rebuild`: sums the figures of every hour again, with the product running or
 * stopped, and says how many hours changed.
 */
import { type Env, runInDatabase } from "./command.ts";
import { ConfigError } from "./config/error.ts";
import { rebuildHours } from "./domain/figures/actions.ts";

/**
 * Runs the command; returns its exit code. Throws ConfigError for another command than `rebuild`.
 *
 * @public tools/run/figures.mjs imports it from the build.
 */
export async function runFiguresCommand(
  env: Env,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (args[0] !== "rebuild")
    throw new ConfigError("There is one command: npm run figures -- rebuild");
  const { hours, changed } = await runInDatabase(env, print, rebuildHours);
  print(`已重新汇总 ${hours} 个小时，其中 ${changed} 个小时的数据有变化。`);
  return 0;
}
