/** Builds the server and runs one of its commands in this process, without a sandbox. */
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { pathOf, root } from "./paths.mjs";
import { sandboxIsOn } from "./sandbox.mjs";

/** A command calls no partner; the settings require an address all the same. */
const NO_SANDBOX = "http://127.0.0.1:9";

/**
 * Runs the function that `commandOf` takes from a built file of `server/dist`. Its result is the exit
 * code; an error is printed, and exits with 2.
 */
export async function runServerCommand(file, commandOf, args) {
  await install();
  await build(["server"]);
  process.chdir(root);
  const { env } = process;
  if (sandboxIsOn(env)) env.SANDBOX_ORIGIN ??= NO_SANDBOX;
  const command = commandOf(await import(pathToFileURL(pathOf(`server/dist/${file}`)).href));
  try {
    process.exitCode = await command(env, args, (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
