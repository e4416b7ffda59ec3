/** Tests that every name has a drawing and that every drawing has a name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { artworkNames } from "@yunjing/contract/artwork";
import { findArtwork, findTint, sceneNames } from "./artwork-names.ts";

const drawnOn = (sheet: string): string[] => {
  const file = join(import.meta.dirname, `../theme/artwork/${sheet}.svg`);
  return [...readFileSync(file, "utf8").matchAll(/<symbol id="([a-z0-9]+)"/g)].map(
    (hit) => `${hit[1]}`,
  );
};

describe("artwork", () => {
  test("every named object is drawn, and every drawn one has a name", () => {
    expect(drawnOn("objects").toSorted()).toEqual([...artworkNames].toSorted());
  });

  test("every scene is drawn", () => {
    expect(drawnOn("scenes").toSorted()).toEqual([...sceneNames].toSorted());
  });

  test("an unknown object or tint from the server still gives a picture", () => {
    expect(findArtwork("no-such-thing")).toBe("bag");
    expect(findTint("mauve")).toBe("ice");
    expect(findTint(undefined)).toBe("ice");
    expect(findTint("peach")).toBe("peach");
  });
});
