/**
 * `npm run screenshots`: retakes the pictures of docs/screenshots; arguments select files whose
 * names contain them.
 */
import { requireBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { command } from "./command.mjs";
import { install } from "./install.mjs";
import { at } from "./paths.mjs";

export async function run(_verb, words) {
  await install();
  const chromium = await requireBrowser();
  if (!chromium) {
    process.exitCode = 1;
    return;
  }
  await build();
  const { code } = await command(
    [process.execPath, "--import", "tsx", at("e2e/screenshots/take.ts"), ...words],
    { env: { ...process.env, CHROMIUM_PATH: chromium }, shown: true },
  );
  process.exitCode = code;
}
