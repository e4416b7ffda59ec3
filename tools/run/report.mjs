/**
 * Formats the end of a test run: the time of each step and of the slowest test files, and how much
 * of the contract the tests covered.
 */
import { secondsOf } from "./command.mjs";
import { root } from "./paths.mjs";

const SLOWEST = 20;
const CALLERS = "e2e/http/permissions.test.ts";
const REFUSALS = "e2e/http/refusals.test.ts";

const passedOf = (files, path) => {
  const file = files.find((one) => one.name === path);
  return (file?.assertionResults ?? []).filter(({ status }) => status === "passed");
};

/** Returns the clause IDs at the start of the names of passed tests. */
function clausesOf(files) {
  const names = files.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, title, ancestorTitles }) =>
      status === "passed" ? [...ancestorTitles, title] : [],
    ),
  );
  const ids = names.flatMap((name) =>
    /^(?:[MDUCH]\d{2}\b[\s,/]*)+/.exec(name)?.[0].match(/\w\d{2}/g),
  );
  return new Set(ids.filter(Boolean));
}

/** Returns the lines for the steps, each `{ name, ms }`, and the JSON reports of vitest. */
export function reportLines(steps, reports) {
  const files = reports
    .flatMap(({ testResults }) => testResults)
    .map((file) => ({
      ...file,
      name: file.name.replace(root, ""),
      ms: file.endTime - file.startTime,
    }));
  const row = ({ name, ms }) => `${secondsOf(ms).padStart(10)}  ${name}`;
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const operations = passedOf(files, CALLERS).filter(({ title }) =>
    /^\w+\.\w+$/.test(title),
  ).length;
  const refusals = passedOf(files, REFUSALS).filter(({ title }) =>
    title.includes(" refuses "),
  ).length;
  const covered = `Covered: ${clausesOf(files).size} clauses, ${operations} operations by each caller, ${refusals} refusals`;
  return [
    "Steps:",
    ...steps.map(row),
    ...(files.length > 0 ? [`The slowest of ${files.length} test files:`] : []),
    ...slowest.map(row),
    ...(operations > 0 ? [covered] : []),
  ];
}
