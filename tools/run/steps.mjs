/** The steps of a check: each runs, is timed, and reports how many tests passed and failed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { command, script } from "./command.mjs";
import { at, root } from "./paths.mjs";

/** A step that runs one command: it passes silently, or fails and prints the output. */
const question = (name, words) => ({
  name,
  run: async () => {
    const { code, output } = await command(words);
    if (code !== 0) process.stdout.write(output);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  },
});

/**
 * Returns the tests that failed, and those that passed only on retry: a fault to fix, but not a
 * failure.
 */
function remarksOf(report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName }) => {
        const word = status === "failed" ? "failed" : "passed at the second try";
        return `${word}: ${name.replace(root, "")} > ${fullName}`;
      }),
  );
}

/**
 * Returns vitest's counts. A file that could not be loaded, or an error outside of any test, counts
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
    passed: report.numPassedTests,
    failed: failed || (code === 0 ? 0 : 1),
    remarks: [...remarksOf(report), ...unloaded.map(({ name }) => `not loaded: ${name}`)],
  };
}

/** A step that runs the tests of some vitest projects. */
const tests = (name, projects, env = {}) => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "yunjing-counts-"));
    const file = join(folder, "counts.json");
    const words = [...script("vitest/vitest.mjs"), "run", "--passWithNoTests"];
    words.push("--reporter=default", "--reporter=json", `--outputFile.json=${file}`);
    for (const project of projects) words.push("--project", project);
    // A machine may stall for longer than a test waits. A test that fails twice has failed; one
    // that passes on retry is reported.
    words.push("--retry=1");
    const { code } = await command(words, { env: { ...process.env, ...env }, shown: true });
    const counts = countsOf(file, code);
    rmSync(folder, { recursive: true });
    return counts;
  },
});

export const types = question("types", [...script("typescript/bin/tsc"), "-p", "tsconfig.json"]);
export const lint = question("lint", [
  ...script("oxlint/bin/oxlint"),
  "--type-aware",
  "--deny-warnings",
]);
export const format = question("format", [...script("@biomejs/biome/bin/biome"), "format", "."]);
export const tidy = question("tidy", [
  process.execPath,
  "--import",
  "tsx",
  at("tools/check-boundaries.ts"),
]);
export const conformance = question("conformance", [
  process.execPath,
  "--import",
  "tsx",
  at("tools/conformance.ts"),
]);
export const units = tests("unit and database tests", ["unit", "member"]);
export const slow = tests("the slow tier", ["long"]);
export const journeys = (chromium) => tests("browser tests", ["e2e"], { CHROMIUM_PATH: chromium });

export const built = {
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
