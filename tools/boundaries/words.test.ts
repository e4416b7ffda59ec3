/** Tests the check of plain words on small sources. */
import { expect, test } from "vitest";
import { wordFaults } from "./words.ts";

const faultsOf = (text: string, path = "server/src/platform/jobs/worker.ts"): string[] =>
  wordFaults({ path, text, imports: [] });

test("a plain file has no findings", () => {
  expect(faultsOf("/** Delivers due messages. */\nexport const deliver = 1;\n")).toEqual([]);
});

test.each([
  ["a file name", "", "server/src/platform/jobs/news.ts", 'has "news"; use domain event'],
  ["a function", "function bedOf() {}", undefined, 'bedOf has "bed"; use testEnv'],
  ["a plural", "const couriers = 1;", undefined, 'couriers has "couriers"; use outbox handler'],
  ["a block comment", "/** The rooms. */", undefined, 'comment has "rooms"; use module'],
  ["a line comment", "// told\n", undefined, 'comment has "told"; use notified, returned'],
  [
    "a trailing comment",
    "a(); // the desk",
    undefined,
    'comment has "desk"; use operator, manual queue',
  ],
])("a metaphor is found in %s", (_place, text, path, fault) => {
  expect(faultsOf(text, path)).toEqual([expect.stringContaining(fault)]);
});

test("a comment of a SQL function is checked, an applied migration is not", () => {
  expect(faultsOf("-- Tidies the lots.\n-- The house.", "server/src/a/functions/a.sql")).toEqual([
    'server/src/a/functions/a.sql: a comment has "house"; use repository, architecture',
  ]);
  expect(faultsOf("-- The house.", "server/migrations/0001_a.sql")).toEqual([]);
});

test("strings, addresses and quoted names are not prose", () => {
  expect(faultsOf('const a = "https://house.example"; // Reads `news` and "desk".')).toEqual([]);
});

test("a name of the contract is allowed in any file", () => {
  expect(faultsOf("/** Serves operatorDesk. */")).toEqual([]);
});
