/**
 * Runs `npm test` and its parts. The last line is always `N passed, N failed`, summed over all
 * steps.
 */
import { requireBrowser } from "./browser.mjs";
import { printLine, secondsOf } from "./command.mjs";
import { install } from "./install.mjs";
import { reportLines } from "./report.mjs";
import {
  boundaries,
  buildStep,
  conformance,
  dead,
  format,
  browserTests,
  lint,
  slowTests,
  testsWithoutDatabase,
  types,
  unitTests,
} from "./steps.mjs";

/** Lanes run at the same time, the steps of a lane one after the other: two lanes for two cores. */
const compilers = [types, lint];
const readers = [dead, format, boundaries, conformance];

/**
 * Returns the phases of a command, each a list of lanes; undefined when the browser is missing. The
 * tests have both cores to themselves: some measure times.
 */
async function phasesOf(verb, words) {
  if (verb === "check") return [[compilers, readers], [[testsWithoutDatabase]]];
  const node = [[compilers, [buildStep, ...readers]], [[unitTests]]];
  if (verb === "test" && words.includes("--no-browser")) return node;
  const chromium = await requireBrowser();
  if (!chromium) return undefined;
  if (verb === "test:long") return [[[buildStep]], [[slowTests(chromium)]]];
  const inBrowser = [[browserTests(chromium)]];
  return verb === "e2e" ? [[[buildStep]], inBrowser] : [...node, inBrowser];
}

function finish(passed, failed) {
  process.exitCode = failed === 0 ? 0 : 1;
  printLine(`${passed} passed, ${failed} failed`);
}

/** Runs a step and prints its outcome; returns it with its counts and its time in ms. */
async function runStep(step) {
  const start = performance.now();
  const counts = await step.run();
  const ms = performance.now() - start;
  const outcome = counts.failed ? `FAILED (${counts.failed})` : "ok";
  printLine(`${outcome.padEnd(12)} ${step.name}, ${secondsOf(ms)}`);
  return { step, counts, ms };
}

/** Runs the steps of a lane one after the other. */
async function runLane(steps) {
  const results = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

export async function run(verb, words) {
  await install();
  const phases = await phasesOf(verb, words);
  if (!phases) return finish(0, 1);
  const results = [];
  for (const lanes of phases) {
    const isBuilt = results.every(({ step, counts }) => step !== buildStep || counts.failed === 0);
    const ready = lanes.map((steps) => steps.filter(({ needsBuild }) => isBuilt || !needsBuild));
    results.push(...(await Promise.all(ready.map(runLane))).flat());
  }
  const all = results.map(({ counts }) => counts);
  const times = results.map(({ step, ms }) => ({ name: step.name, ms }));
  const reports = all.flatMap(({ report }) => report ?? []);
  for (const line of reportLines(times, reports)) printLine(line);
  for (const remark of all.flatMap(({ remarks }) => remarks ?? [])) printLine(remark);
  const sumOf = (key) => all.reduce((sum, counts) => sum + counts[key], 0);
  finish(sumOf("passed"), sumOf("failed"));
}
