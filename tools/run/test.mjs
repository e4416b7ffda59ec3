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

const staticChecks = [types, lint, format, boundaries, dead, conformance];

/** Returns the steps of a command; undefined when the browser is missing. */
async function stepsOf(verb, words) {
  if (verb === "check") return [...staticChecks, testsWithoutDatabase];
  const node = [...staticChecks, unitTests, buildStep];
  if (verb === "test" && words.includes("--no-browser")) return node;
  const chromium = await requireBrowser();
  if (!chromium) return undefined;
  if (verb === "test:long") return [buildStep, slowTests(chromium)];
  return verb === "e2e" ? [buildStep, browserTests(chromium)] : [...node, browserTests(chromium)];
}

function finish(passed, failed) {
  process.exitCode = failed === 0 ? 0 : 1;
  printLine(`${passed} passed, ${failed} failed`);
}

export async function run(verb, words) {
  await install();
  const steps = await stepsOf(verb, words);
  if (!steps) return finish(0, 1);
  let [passed, failed] = [0, 0];
  const [remarks, times, reports] = [[], [], []];
  for (const step of steps) {
    const start = performance.now();
    const counts = await step.run();
    passed += counts.passed;
    failed += counts.failed;
    remarks.push(...(counts.remarks ?? []));
    if (counts.report) reports.push(counts.report);
    const ms = performance.now() - start;
    times.push({ name: step.name, ms });
    const outcome = counts.failed ? `FAILED (${counts.failed})` : "ok";
    printLine(`${outcome.padEnd(12)} ${step.name}, ${secondsOf(ms)}`);
    // Browser tests need the build.
    if (step === buildStep && counts.failed) break;
  }
  for (const line of reportLines(times, reports)) printLine(line);
  for (const remark of remarks) printLine(remark);
  finish(passed, failed);
}
