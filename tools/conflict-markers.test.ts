import { expect, test } from "vitest";
import { markerFault } from "./conflict-markers.ts";

test("a marker of a conflict in a document is found", () => {
  const [ours, theirs] = ["<".repeat(7), ">".repeat(7)];
  expect(markerFault("a.md", `| 1 |\n${ours} HEAD\n| 2 |\n`)).toHaveLength(1);
  expect(markerFault("a.md", `| 1 |\n${theirs} work/other\n`)).toHaveLength(1);
  expect(markerFault("a.md", `It writes \`${ours}\` there.\n\n=======\n`)).toEqual([]);
});
