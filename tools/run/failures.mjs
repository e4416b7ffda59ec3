/**
 * Lists the failed tests of a run with the first lines of their errors, so that the end of the
 * output tells what failed.
 */
import { stripVTControlCharacters } from "node:util";
import { root } from "./paths.mjs";

/** The lines of an error, with the line of its place. */
const LINES_MAX = 10;
/** The errors of a test. A try has one, and one more when a hook after it also fails. */
const ERRORS_MAX = 6;

const isFrame = (line) => /^\s+at /.test(line);

/** Returns an error's message and its place in the test file, without the other frames. */
function errorLines(message, testFile) {
  const lines = stripVTControlCharacters(message).split("\n");
  const firstFrame = lines.findIndex(isFrame);
  const text = firstFrame < 0 ? lines : lines.slice(0, firstFrame);
  const place = lines.find((line) => isFrame(line) && line.includes(testFile));
  const shown = text.filter((line) => line.trim() !== "").slice(0, LINES_MAX - (place ? 1 : 0));
  return place ? [...shown, place.replace(root, "")] : shown;
}

function errorsOf(messages, testFile) {
  const shown = messages.slice(0, ERRORS_MAX).flatMap((message, index) => {
    const [first = "", ...rest] = errorLines(message, testFile);
    return [`  ${index + 1}. ${first}`, ...rest.map((line) => `     ${line}`)];
  });
  const left = messages.length - ERRORS_MAX;
  return left > 0 ? [...shown, `  and ${left} more errors`] : shown;
}

/**
 * Returns lines for the tests that failed, and for those that passed only at the second try; below
 * each name its errors of every try, in order. `testResults` is of vitest's JSON report.
 */
export function failureLines(testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .flatMap(({ status, fullName, failureMessages }) => {
        const outcome = status === "failed" ? "failed" : "passed at the second try";
        const title = `${outcome}: ${name.replace(root, "")} > ${fullName}`;
        return [title, ...errorsOf(failureMessages, name)];
      }),
  );
}
