/**
 * `npm run screenshots`: retakes the pictures of docs/screenshots; arguments select files whose
 * names contain them.
 */
import { requireBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { runCommand } from "./command.mjs";
import { install } from "./install.mjs";
import { pathOf } from "./paths.mjs";

export async function run(_verb, args) {
  await install();
  const chromium = await requireBrowser();
  if (!chromium) {
    process.exitCode = 1;
    return;
  }
  await build();
  const { code } = await runCommand(
    [process.execPath, "--import", "tsx", pathOf("e2e/screenshots/take.ts"), ...args],
    { env: { ...process.env, CHROMIUM_PATH: chromium }, shown: true },
  );
  process.exitCode = code;
}
