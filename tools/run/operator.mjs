/** `npm run operator -- --phone PHONE`: creates the first administrators of an installation. */
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
  const { runOperatorCommand } = await import(
    pathToFileURL(pathOf("server/dist/operator.js")).href
  );
  try {
    process.exitCode = await runOperatorCommand(env, args, (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
