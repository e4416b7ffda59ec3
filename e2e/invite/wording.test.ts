/**
 * Checks I13 for every text that members read: none promises a reward for sharing, or urges to
 * share.
 */
import { inducementIn } from "@yunjing/contract/inducement";
import { expect, test } from "vitest";
import { memberTexts } from "../member-texts.fixture.ts";

test("I13 no text of the app offers an incentive for sharing", () => {
  const lines = memberTexts();
  expect(lines.length).toBeGreaterThan(1_000);
  const found = lines.flatMap(({ file, line }) => {
    const inducement = inducementIn(line);
    return inducement ? [`${file}: ${inducement.phrase}`] : [];
  });
  expect(found).toEqual([]);
});
