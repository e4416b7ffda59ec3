/** The two weights of the bundled Chinese font for pictures and PDF files, registered once per process. */
import { GlobalFonts } from "@napi-rs/canvas";
import { readAsset } from "./assets.ts";
import { charactersOfFont } from "./glyphs.ts";
import { invariant } from "./refusal.ts";

/** Unique names, so that no system font is used instead. */
export const TEXT_FONT = "Yunjing Text";
export const TITLE_FONT = "Yunjing Title";

let characters: ReadonlySet<number> | undefined;

/** Registers the fonts and returns the characters that they can draw. */
export function loadFonts(): ReadonlySet<number> {
  if (characters) return characters;
  const [text, title] = [400, 700].map((weight) => readAsset(`fonts/noto-sans-sc-${weight}.woff2`));
  invariant(text && title, "a font is missing");
  invariant(
    GlobalFonts.register(text, TEXT_FONT) && GlobalFonts.register(title, TITLE_FONT),
    "a font is no font",
  );
  characters = charactersOfFont(text);
  return characters;
}
