/**
 * Runs each `bench/*.bench.ts`, or those whose names contain one of the arguments, one after the
 * other.
 */
import { existsSync, readdirSync } from "node:fs";
import { build } from "./build.mjs";
import { command, say } from "./command.mjs";
import { install } from "./install.mjs";
import { at } from "./paths.mjs";

export async function run(_verb, words) {
  await install();
  await build();
  const all = existsSync(at("bench")) ? readdirSync(at("bench")) : [];
  const chosen = all
    .filter((name) => name.endsWith(".bench.ts"))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const name of chosen) {
    say(`── ${name}`);
    const { code } = await command([process.execPath, "--import", "tsx", at("bench", name)], {
      shown: true,
    });
    if (code !== 0) process.exitCode = 1;
  }
  say(`${chosen.length} measured`);
}
