/** Checks that every test file and title that docs/mutants.md names exists. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const page = readFileSync(at("docs/mutants.md"), "utf8");
const paths = [...page.matchAll(/`([\w./-]+\.(?:test|long|e2e)\.tsx?)`/g)].map(
  ([, path = ""]) => path,
);
const quotes = [...page.matchAll(/`([\w./-]+\.test\.ts)`, "([^"]+)"/g)].map(
  ([, path = "", title = ""]) => ({ path, title }),
);

test.each([...new Set(paths)])("the file %s exists", (path) => {
  expect(existsSync(at(path))).toBe(true);
});

test("every quoted title is a test of the file before it", () => {
  expect(quotes.length).toBeGreaterThan(5);
  const unknown = quotes.filter(
    ({ path, title }) => !readFileSync(at(path), "utf8").includes(title),
  );
  expect(unknown).toEqual([]);
});
