/**
 * Runs each `bench/*.bench.ts`, or those whose names contain one of the arguments, one after the
 * other.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { requireBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { printLine, runCommand } from "./command.mjs";
import { install } from "./install.mjs";
import { pathOf } from "./paths.mjs";

const usesBrowser = (name) =>
  readFileSync(pathOf("bench", name), "utf8").includes("playwright-core");

export async function run(_verb, args) {
  await install();
  await build();
  const all = existsSync(pathOf("bench")) ? readdirSync(pathOf("bench")) : [];
  const chosen = all
    .filter((name) => name.endsWith(".bench.ts"))
    .filter((name) => args.length === 0 || args.some((part) => name.includes(part)));
  const chromium = chosen.some(usesBrowser) ? await requireBrowser() : undefined;
  const env = chromium ? { ...process.env, CHROMIUM_PATH: chromium } : process.env;
  for (const name of chosen) {
    printLine(`── ${name}`);
    const { code } = await runCommand(
      [process.execPath, "--import", "tsx", pathOf("bench", name)],
      {
        env,
        shown: true,
      },
    );
    if (code !== 0) process.exitCode = 1;
  }
  printLine(`${chosen.length} measured`);
}
