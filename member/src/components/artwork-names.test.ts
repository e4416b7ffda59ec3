/** Tests that every name has a drawing on its sheet and that every drawing has a name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { artworkNames, findArtwork, findTint, sceneNames } from "./artwork-names.ts";

const drawnOn = (sheet: string): string[] => {
  const file = join(import.meta.dirname, `../theme/artwork/${sheet}.svg`);
  return [...readFileSync(file, "utf8").matchAll(/<symbol id="([a-z0-9]+)"/g)].map(
    (hit) => `${hit[1]}`,
  );
};

describe("artwork", () => {
  test("every named object is drawn on its sheet", () => {
    for (const name of artworkNames) expect(drawnOn(findArtwork(name).sheet)).toContain(name);
  });

  test("no sheet contains an object without a name", () => {
    const drawn = ["core", "food", "drink", "life", "goods"].flatMap(drawnOn);
    expect(drawn.toSorted()).toEqual([...artworkNames].toSorted());
  });

  test("every scene is drawn", () => {
    expect(drawnOn("scenes").toSorted()).toEqual([...sceneNames].toSorted());
  });

  test("an unknown object or tint from the server still gives a picture", () => {
    expect(findArtwork("no-such-thing")).toEqual({ sheet: "core", name: "bag" });
    expect(findTint("mauve")).toBe("ice");
    expect(findTint(undefined)).toBe("ice");
    expect(findTint("peach")).toBe("peach");
  });
});
