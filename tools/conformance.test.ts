/**
 * The check of the conformance clauses is strict: no untested clause passes unlisted, and no tested
 * one stays on the open list.
 */
import { expect, test } from "vitest";
import { clausesOf, faultsOf, idsIn, type TestReference, reachOf } from "./conformance.ts";

const list = `
| ID | Clause |
|---|---|
| M01 | Platform label is \`web\`. |
| U09 | Task time-out helper. |
| H01 | \`GET /version\`. |
`;
const clauses = clausesOf(list);
const browser: TestReference = { file: "e2e/shell/platform.e2e.ts", reach: "browser" };
const unit: TestReference = { file: "member/src/device/with-timeout.test.ts", reach: "unit" };
const http: TestReference = { file: "e2e/http/version.test.ts", reach: "http" };
const all = new Map([
  ["M01", [browser]],
  ["U09", [unit]],
  ["H01", [http]],
]);
const noneOpen = { open: [], unit: { U09: "a plain function" } };

test("the clauses are read from the tables of the list", () => {
  expect(clauses.map(({ id }) => id)).toEqual(["M01", "U09", "H01"]);
});

test("a test counts for the IDs its name begins with, and no others", () => {
  const text = 'test("M01 M02 the label", …); test(`D04/D09 …`, …); test("holds H01 too")';
  expect([...idsIn(text)]).toEqual(["M01", "M02", "D04", "D09"]);
});

test("browser, HTTP and unit tests are distinguished by their location", () => {
  const files = [browser.file, http.file, unit.file, "server/src/platform/http/serve.test.ts"];
  expect(files.map(reachOf)).toEqual(["browser", "http", "unit", "http"]);
});

test("a list with a test for every clause has no faults", () => {
  expect(faultsOf(clauses, all, noneOpen)).toEqual([]);
});

test("a clause without a test, or with one of the wrong reach, is a fault", () => {
  const weak = new Map([
    ["M01", [unit]],
    ["U09", [unit]],
  ]);
  expect(faultsOf(clauses, weak, noneOpen)).toEqual([
    "M01: only a unit test has its ID, it needs one by browser",
    "H01: no test has its ID, it needs one by http",
  ]);
});

test("the open list can only shrink, and names clauses that exist", () => {
  expect(faultsOf(clauses, all, { open: ["M01", "M99"], unit: noneOpen.unit })).toEqual([
    "M01: is held, take it off the open list",
    "M99: is no clause of the list",
  ]);
});
