/** Draws a member's face alone: the own picture, or the drawn sea view, as a small square PNG. */
import { createHash } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import { drawAvatar } from "./avatar.ts";
import type { Portrait } from "./model.ts";
import { drawPortrait, portraitImage } from "./portrait.ts";

/** Twice its size on a phone. */
const SIDE = 160;

/** `seed` is a text that is constant for a member; it selects the drawing. */
export async function faceOf({
  seed,
  portrait,
}: {
  readonly seed: string;
  readonly portrait: Portrait | undefined;
}): Promise<Uint8Array> {
  const face = createCanvas(SIDE, SIDE);
  const canvas = face.getContext("2d");
  const place = { x: SIDE / 2, y: SIDE / 2, radius: SIDE / 2 };
  const image = await portraitImage(portrait);
  if (image) drawPortrait(canvas, image, place);
  else drawAvatar(canvas, createHash("sha256").update(seed).digest().readUInt32BE(0), place);
  return face.encode("png");
}
