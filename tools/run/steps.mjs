/** The steps of `npm test`: each runs and returns how many tests passed and failed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { packageScript, runCommand } from "./command.mjs";
import { failureLines } from "./failures.mjs";
import { pathOf } from "./paths.mjs";

/** Creates a step of one command: it passes silently, or fails and prints its output. */
const checkStep = (name, words) => ({
  name,
  run: async () => {
    const { code, output } = await runCommand(words);
    if (code !== 0) process.stdout.write(output);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  },
});

/**
 * Reads the counts of vitest. A file that cannot be loaded, or an error outside of any test, counts
 * as one more failure.
 */
function countsOf(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1, remarks: [] };
  const report = JSON.parse(readFileSync(path, "utf8"));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((t) => t.status !== "failed"),
  );
  const failed = report.numFailedTests + unloaded.length;
  return {
    report,
    passed: report.numPassedTests,
    failed: failed || (code === 0 ? 0 : 1),
    remarks: [
      ...failureLines(report.testResults),
      ...unloaded.map(({ name }) => `not loaded: ${name}`),
    ],
  };
}

/**
 * Creates a step that runs the tests of some vitest projects. `retries` is how often a failed test
 * runs again; a test that passes only then is listed at the end.
 */
const testStep = (name, projects, { env = {}, retries = 0 } = {}) => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "yunjing-counts-"));
    const file = join(folder, "counts.json");
    const words = [...packageScript("vitest/vitest.mjs"), "run", "--passWithNoTests"];
    words.push("--reporter=default", "--reporter=json", `--outputFile.json=${file}`);
    for (const project of projects) words.push("--project", project);
    if (retries > 0) words.push(`--retry=${retries}`);
    const { code } = await runCommand(words, { env: { ...process.env, ...env }, shown: true });
    const counts = countsOf(file, code);
    rmSync(folder, { recursive: true });
    return counts;
  },
});

export const types = checkStep("types", [
  ...packageScript("typescript/bin/tsc"),
  "-p",
  "tsconfig.json",
]);
export const lint = checkStep("lint", [
  ...packageScript("oxlint/bin/oxlint"),
  "--type-aware",
  "--deny-warnings",
]);
export const format = checkStep("format", [
  ...packageScript("@biomejs/biome/bin/biome"),
  "format",
  ".",
]);
export const boundaries = checkStep("check-boundaries", [
  process.execPath,
  "--import",
  "tsx",
  pathOf("tools/check-boundaries.ts"),
]);
export const conformance = checkStep("conformance", [
  process.execPath,
  "--import",
  "tsx",
  pathOf("tools/conformance.ts"),
]);
/** Fails on unused exports and dependencies; check-boundaries finds the unused files. */
export const dead = checkStep("dead code", [...packageScript("knip/bin/knip.js")]);
export const testsWithoutDatabase = testStep("tests without a database", [
  "unit",
  "member",
  "console",
]);
export const unitTests = testStep("unit and database tests", [
  "isolated",
  "database",
  "unit",
  "member",
  "console",
]);
/** Steps with `needsBuild` are left out when the build has failed. */
export const slowTests = (chromium) => ({
  ...testStep("the slow tier", ["long", "long-browser"], { env: { CHROMIUM_PATH: chromium } }),
  needsBuild: true,
});
export const browserTests = (chromium) => ({
  ...testStep("browser tests", ["e2e"], { env: { CHROMIUM_PATH: chromium }, retries: 1 }),
  needsBuild: true,
});

export const buildStep = {
  name: "build",
  run: () =>
    build().then(
      () => ({ passed: 1, failed: 0 }),
      (error) => {
        console.error(String(error.stack ?? error));
        return { passed: 0, failed: 1 };
      },
    ),
};
