/** Reads every source line with Chinese text: what members can read in the app and in messages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const places = ["member/src", "server/src", "contract/src"];
const isRead = (file: string): boolean =>
  /\.(ts|tsx|sql|json)$/.test(file) && !/\.test\.tsx?$|inducement\.ts$/.test(file);

const filesBelow = (place: string): string[] =>
  readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .filter(isRead)
    .map((file) => join(place, file));

export type TextLine = { readonly file: string; readonly line: string };

export const memberTexts = (): TextLine[] =>
  places.flatMap(filesBelow).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => /[\u4e00-\u9fff]/.test(line))
      .map((line) => ({ file, line })),
  );
