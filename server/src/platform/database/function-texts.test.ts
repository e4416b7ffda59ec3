/** Tests rules over the text of all SQL functions that the database's catalogue cannot check. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");

/** Files of functions by path, without comments. */
const texts = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)functions\/[^/]+\.sql$/.test(file))
  .sort()
  .map((file) => ({
    file,
    text: readFileSync(join(source, file), "utf8").replaceAll(/--.*$/gm, ""),
  }));

const filesWith = (pattern: RegExp): string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("texts for members are not written in the database", () => {
  expect(filesWith(/\p{Script=Han}/u)).toEqual(["domain/invitations/functions/cut.sql"]);
});

test("one function raises refusals", () => {
  expect(filesWith(/ERRCODE\s*=\s*'YJ010'/)).toEqual(["platform/functions/refuse.sql"]);
});
