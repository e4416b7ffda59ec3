/**
 * `npm run simulate -- SEED` runs one seed again and prints its commands; `-- --long [FIRST]` runs
 * many new ones.
 */
import { printLine, runCommand, packageScript } from "./command.mjs";
import { install } from "./install.mjs";

const FILE = "server/simulation/seeds.long.ts";
const isNumber = (text) => /^\d{1,9}$/.test(text ?? "");

export async function run(_verb, args) {
  const isLong = args[0] === "--long";
  const number = isLong ? args[1] : args[0];
  if (isLong ? number !== undefined && !isNumber(number) : !isNumber(number)) {
    printLine("Say which seed: npm run simulate -- SEED, or: npm run simulate -- --long [FIRST]");
    process.exitCode = 2;
    return;
  }
  await install();
  const given =
    number === undefined ? {} : { [isLong ? "SIMULATION_FIRST" : "SIMULATION_SEED"]: number };
  const { code } = await runCommand(
    [...packageScript("vitest/vitest.mjs"), "run", "--project", "long", FILE],
    { env: { ...process.env, ...given }, shown: true },
  );
  process.exitCode = code;
}
