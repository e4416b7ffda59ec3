/** Consistent wording in all texts for members: the member is 你, and the card wallet is 卡包. */
import { expect, test } from "vitest";
import { memberTexts } from "./member-texts.fixture.ts";

const rejected = [
  ["您", "你"],
  ["放进我的", "存入你的"],
  ["放入我的", "存入你的"],
] as const;

test.each(rejected)("no text for members contains %s; the correct term is %s", (term) => {
  const lines = memberTexts();
  expect(lines.length).toBeGreaterThan(1_000);
  const found = lines.filter(({ line }) => line.includes(term));
  expect(found).toEqual([]);
});
