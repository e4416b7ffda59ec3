/**
 * `npm run simulate -- SEED` runs one seed again and prints its commands; `-- --long [FIRST]` runs
 * many new ones.
 */
import { command, say, script } from "./command.mjs";
import { install } from "./install.mjs";

const FILE = "server/simulation/seeds.long.ts";
const isNumber = (word) => /^\d{1,9}$/.test(word ?? "");

export async function run(_verb, words) {
  const isLong = words[0] === "--long";
  const number = isLong ? words[1] : words[0];
  if (isLong ? number !== undefined && !isNumber(number) : !isNumber(number)) {
    say("Say which seed: npm run simulate -- SEED, or: npm run simulate -- --long [FIRST]");
    process.exitCode = 2;
    return;
  }
  await install();
  const given =
    number === undefined ? {} : { [isLong ? "SIMULATION_FIRST" : "SIMULATION_SEED"]: number };
  const { code } = await command(
    [...script("vitest/vitest.mjs"), "run", "--project", "long", FILE],
    { env: { ...process.env, ...given }, shown: true },
  );
  process.exitCode = code;
}
