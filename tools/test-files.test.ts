/** Tests how the test files are sorted into projects. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isolatedTests } from "./isolated-tests.ts";
import { sortTestFiles } from "./test-files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = sortTestFiles(root);

test("a test file belongs to exactly one project", () => {
  const all = [...files.unit, ...files.database, ...files.isolated];
  expect(new Set(all).size).toBe(all.length);
});

test("a file that clones a database, itself or by its fixtures, is a database test", () => {
  expect(files.database).toContain("server/src/domain/orders/buying.test.ts");
  expect(files.database).toContain("server/src/app/layout.test.ts");
  expect(files.unit).toContain("contract/src/operations.test.ts");
  expect(files.unit).not.toContain("server/src/domain/orders/buying.test.ts");
});

test("a file that repeats itself more often in the slow tier, or skips a test, runs there too", () => {
  expect(files.broad).toContain("server/src/domain/ledger/races.test.ts");
  expect(files.broad).not.toContain("server/src/domain/orders/buying.test.ts");
  expect(files.broadInBrowser).toContain("e2e/version.e2e.ts");
});

test("every file that is listed as isolated exists", () => {
  const missing = Object.keys(isolatedTests).filter((path) => !existsSync(`${root}${path}`));
  expect(missing).toEqual([]);
});
