/**
 * What a Citus cluster refuses in a migration of tables that it has placed already, read from the files: each
 * rule names the error that Citus gives (decision 0132).
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { splitStatements } from "./split-statements.ts";

const folder = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Files up to this one ran before a cluster could place the tables. */
const PLACED_AFTER = "0395";

/** The text without comments, and without what is between parentheses. */
function outline(statement: string): string {
  let text = statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, " ");
  }
  return text;
}

/** 0A000 "cannot execute ADD CONSTRAINT command with other subcommands" */
const addsConstraintAmongOthers = (statement: string): boolean => {
  const text = outline(statement);
  return (
    /^\s*ALTER TABLE\b/i.test(text) &&
    text.includes(",") &&
    /\bADD (?:CONSTRAINT|PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|EXCLUDE)\b/i.test(text)
  );
};

const violationsOf = (sql: string): string[] =>
  splitStatements(sql).filter(addsConstraintAmongOthers);

test("a constraint is added in a statement of its own", () => {
  const later = readdirSync(folder).filter(
    (file) => file.slice(0, 4) > PLACED_AFTER && file.endsWith(".sql"),
  );
  expect(later.length).toBeGreaterThan(0);
  for (const file of later)
    expect({ file, found: violationsOf(readFileSync(`${folder}/${file}`, "utf8")) }).toEqual({
      file,
      found: [],
    });
});

test("a constraint among other changes is found, one of several columns is not", () => {
  const among = "ALTER TABLE a DROP CONSTRAINT a_pkey, ADD CONSTRAINT a_pkey PRIMARY KEY (x, y)";
  expect(violationsOf(`-- why\n${among};`)).toEqual([`-- why\n${among}`]);
  expect(violationsOf("ALTER TABLE a ADD COLUMN z text, ADD CHECK (z <> '')")).toHaveLength(1);
  expect(violationsOf("ALTER TABLE a ADD CONSTRAINT a_pkey PRIMARY KEY (x, y);")).toEqual([]);
  expect(violationsOf("ALTER TABLE a ADD COLUMN y text, ADD COLUMN z text")).toEqual([]);
});
