/** `npm run figures -- rebuild`: sums the figures of every hour again from the ledger and the orders. */
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { pathOf, root } from "./paths.mjs";
import { sandboxIsOn } from "./sandbox.mjs";

/** The command calls no partner; the settings require an address all the same. */
const NO_SANDBOX = "http://127.0.0.1:9";

export async function run(_verb, args) {
  await install();
  await build(["server"]);
  process.chdir(root);
  const { env } = process;
  if (sandboxIsOn(env)) env.SANDBOX_ORIGIN ??= NO_SANDBOX;
  const { runFiguresCommand } = await import(pathToFileURL(pathOf("server/dist/figures.js")).href);
  try {
    process.exitCode = await runFiguresCommand(env, args, (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
