/** Holds I13 for every word that members read: none of it promises anything for sharing, or pushes to it. */
import { inducementIn } from "@yunjing/contract/inducement";
import { expect, test } from "vitest";
import { memberTexts } from "../member-texts.fixture.ts";

test("I13 nothing that the app says induces anybody to share", () => {
  const lines = memberTexts();
  expect(lines.length).toBeGreaterThan(1_000);
  const found = lines.flatMap(({ file, line }) => {
    const inducement = inducementIn(line);
    return inducement ? [`${file}: ${inducement.phrase}`] : [];
  });
  expect(found).toEqual([]);
});
