/** `npm run restore-drill`: restores a backup beside the product, starts it and checks the books. */
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { pathOf, root } from "./paths.mjs";
import { sandboxIsOn } from "./sandbox.mjs";

/** The restored product calls no partner; the settings require an address all the same. */
const NO_SANDBOX = "http://127.0.0.1:9";

export async function run(_verb, args) {
  await install();
  await build(["server"]);
  process.chdir(root);
  const { env } = process;
  if (sandboxIsOn(env)) env.SANDBOX_ORIGIN ??= NO_SANDBOX;
  const { runRestoreDrill } = await import(
    pathToFileURL(pathOf("server/dist/restore-drill.js")).href
  );
  try {
    process.exitCode = await runRestoreDrill(env, args, (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
