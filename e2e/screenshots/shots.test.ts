/**
 * Checks that every page and dialog has its picture in docs/screenshots, and that no picture is
 * left over.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { pages } from "../../member/src/routes.ts";
import { consolePictures, journeyPictures } from "./console-pictures.ts";
import { screenshotsPage } from "./page.ts";
import { fileOf, PASSING, shots } from "./shots.ts";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const files = [
  ...shots.map(({ file }) => file),
  ...GALLERY.map(({ id }) => `dialogs/${id}`),
  ...consolePictures.map(({ file }) => `console/${file}`),
  ...journeyPictures.map(({ file }) => `console/${file}`),
];
const isThere = (file: string): boolean => existsSync(join(docs, "screenshots", `${file}.png`));

test.each(pages.map(({ path }) => path).filter((path) => !PASSING.has(path)))(
  "the page %s has a picture",
  (path) => {
    expect(shots.map(({ file }) => file)).toContain(fileOf(path));
    expect(isThere(fileOf(path))).toBe(true);
  },
);

test("every picture of the list has been taken", () => {
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});

test("no picture belongs to a page or dialog that no longer exists", () => {
  const taken = ["pages", "dialogs", "console"].flatMap((folder) =>
    readdirSync(join(docs, "screenshots", folder)).map(
      (name) => `${folder}/${name.replace(".png", "")}`,
    ),
  );
  expect(taken.filter((file) => !files.includes(file))).toEqual([]);
});

test("docs/screenshots.md lists exactly these pictures", () => {
  expect(readFileSync(join(docs, "screenshots.md"), "utf8")).toBe(screenshotsPage());
});
