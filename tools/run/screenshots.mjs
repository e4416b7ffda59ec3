/**
 * `npm run screenshots`: retakes the pictures of docs/screenshots; arguments select files whose
 * names contain them, as `console/` selects those of the console.
 */
import { requireBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { packageScript, runCommand } from "./command.mjs";
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
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PICTURES: args.join(" "),
    PRODUCT_SEED: "demo",
  };
  const ofMembers = [process.execPath, "--import", "tsx", pathOf("e2e/screenshots/take.ts")];
  const ofConsole = [...packageScript("vitest/vitest.mjs"), "run", "--project", "pictures"];
  const isOfConsole = (part) => part.startsWith("console");
  const runs = [
    ...(args.length > 0 && args.every(isOfConsole) ? [] : [[...ofMembers, ...args]]),
    ...(args.length > 0 && !args.some(isOfConsole) ? [] : [ofConsole]),
  ];
  for (const words of runs) {
    const { code } = await runCommand(words, { env, shown: true });
    if (code !== 0) process.exitCode = code;
  }
}
