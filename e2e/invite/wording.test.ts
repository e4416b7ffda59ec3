/** Holds I13 for every word that members read: none of it promises anything for sharing, or pushes to it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inducementIn } from "@yunjing/contract/inducement";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const places = ["member/src", "server/src", "contract/src"];
const isRead = (file: string): boolean =>
  /\.(ts|tsx|sql|json)$/.test(file) && !/\.test\.tsx?$|inducement\.ts$/.test(file);

const filesBelow = (place: string): string[] =>
  readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .filter(isRead)
    .map((file) => join(place, file));

test("I13 nothing that the app says induces anybody to share", () => {
  const lines = places.flatMap(filesBelow).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => /[\u4e00-\u9fff]/.test(line))
      .map((line) => ({ file, line })),
  );
  expect(lines.length).toBeGreaterThan(1_000);
  const found = lines.flatMap(({ file, line }) => {
    const inducement = inducementIn(line);
    return inducement ? [`${file}: ${inducement.phrase}`] : [];
  });
  expect(found).toEqual([]);
});
