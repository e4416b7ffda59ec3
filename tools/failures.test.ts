/** Checks what the end of a test run tells about failed tests. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

type Failures = {
  failureLines(
    testResults: readonly {
      readonly name: string;
      readonly assertionResults: readonly {
        readonly status: "passed" | "failed";
        readonly fullName: string;
        readonly failureMessages: readonly string[];
      }[];
    }[],
  ): string[];
};

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { failureLines } = (await import(at("tools/run/failures.mjs"))) as Failures;
const file = at("e2e/shop.e2e.ts");
const linesOf = (status: "passed" | "failed", failureMessages: readonly string[]): string[] =>
  failureLines([
    { name: file, assertionResults: [{ status, fullName: "sells", failureMessages }] },
  ]);

test("the message and the place in the test file of every try, without colours and other frames", () => {
  const first = `TimeoutError: no button\nCall log:\n\u001B[2m  - waiting\u001B[22m\n    at click (${at("e2e/steps.ts")}:9:1)\n    at ${file}:20:3`;
  const second = `AssertionError: 1 is not 2\n    at ${file}:21:3\n    at runTest (/runner.js:1:1)`;
  expect(linesOf("failed", [first, second])).toEqual([
    "failed: e2e/shop.e2e.ts > sells",
    "  1. TimeoutError: no button",
    "     Call log:",
    "       - waiting",
    "         at e2e/shop.e2e.ts:20:3",
    "  2. AssertionError: 1 is not 2",
    "         at e2e/shop.e2e.ts:21:3",
  ]);
});

test("a test that passed at the second try tells why the first failed", () => {
  expect(linesOf("passed", ["Error: late"])).toEqual([
    "passed at the second try: e2e/shop.e2e.ts > sells",
    "  1. Error: late",
  ]);
});

test("an error takes ten lines at most, its place included, and a test six errors", () => {
  const long = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n")}\n    at ${file}:3:1`;
  const lines = linesOf("failed", [long]).slice(1);
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("         at e2e/shop.e2e.ts:3:1");
  const many = linesOf(
    "failed",
    Array.from({ length: 8 }, () => "Error: late"),
  );
  expect(many.slice(1)).toHaveLength(7);
  expect(many.at(-1)).toBe("  and 2 more errors");
});

test("tests that passed at once are not listed", () => {
  expect(linesOf("passed", [])).toEqual([]);
});
