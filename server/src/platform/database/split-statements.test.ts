/** Statements of a file are told apart, and together they are the file. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { splitStatements } from "./split-statements.ts";

test("a semicolon in a text, a name, a comment or a body ends no statement", () => {
  const statements = [
    `SELECT ';', 'it''s; so', "a;b"`,
    "-- one; two\nSELECT 1 /* three; */ - 2 / 3",
    "CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN '$'; END $$",
    "DO $body$ BEGIN PERFORM $$;$$; END $body$",
  ];
  expect(splitStatements(`${statements.join(";\n\n")};\n-- the end; of it\n`)).toEqual(statements);
  expect(splitStatements("-- nothing\n;;")).toEqual([]);
});

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["migrations", "src"].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sql"))
    .map((path) => `${folder}/${path}`),
);

test.each(files)("%s has nothing that the split does not know", (path) => {
  const text = readFileSync(`${root}/${path}`, "utf8");
  expect(text).not.toMatch(/\bE'|\bBEGIN ATOMIC\b/i);
  const joined = splitStatements(text).join(";\n");
  expect(joined.replace(/[\s;]/g, "")).toBe(
    text.replace(/(?:--[^\n]*\n|\s)+$/, "").replace(/[\s;]/g, ""),
  );
});
