/** Tests that the journal returns what was written, also after a killed process. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal } from "./journal.ts";

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "yunjing-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "sandbox", "things.jsonl");
}

test("the latest value of each key survives, in the order of the first writes", () => {
  const file = freshFile();
  const before = openJournal<number>(file);
  before.put("a", 1);
  before.put("b", 2);
  before.put("a", 3);
  // The first journal is not closed: a killed process closes nothing either.
  const after = openJournal<number>(file);
  expect(after.values()).toEqual([3, 2]);
  expect(readFileSync(file, "utf8")).toBe('["a",3]\n["b",2]\n');
  before.close();
  after.close();
});

test("a torn last line is dropped, and later lines are kept", () => {
  const file = freshFile();
  const before = openJournal<number>(file);
  before.put("a", 1);
  before.close();
  appendFileSync(file, '["b",');
  const torn = openJournal<number>(file);
  torn.put("c", 3);
  torn.close();
  const after = openJournal<number>(file);
  expect(after.values()).toEqual([1, 3]);
  after.close();
});

test("without a file the journal keeps its values in memory", () => {
  const journal = openJournal<number>(undefined);
  journal.put("a", 1);
  expect(journal.get("a")).toBe(1);
  journal.close();
});
