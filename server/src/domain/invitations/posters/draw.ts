/**
 * Draws a poster deterministically: the same facts give the same bytes, without the clock,
 * randomness or system fonts.
 */
import { createHash } from "node:crypto";
import {
  type Canvas,
  createCanvas,
  type Image,
  loadImage,
  type SKRSContext2D,
} from "@napi-rs/canvas";
import type { PosterId } from "@yunjing/contract/schemas/posters";
import { readAsset } from "../../../platform/assets.ts";
import { loadFonts, TEXT_FONT as TEXT, TITLE_FONT as TITLE } from "../../../platform/fonts.ts";
import { drawableText } from "../../../platform/glyphs.ts";
import { invariant } from "../../../platform/refusal.ts";
import { drawAvatar } from "./avatar.ts";
import { type PosterFacts, shortLinkOf } from "./model.ts";
import { drawPortrait, portraitImage } from "./portrait.ts";
import { drawQrPlate, type Plate } from "./qr-plate.ts";
import { GREETING, type Template, templates } from "./templates.ts";

/** The layout is 450 × 750, drawn at double resolution. */
export const WIDTH = 900;
export const HEIGHT = 1500;
const SCALE = 2;
/** In device pixels. */
export const PLATE: Plate = { x: 520, y: 1100, side: 312 };
const PLATE_RADIUS = 20;
const INK = "#071c2e";
const GOLD = "#ecd29b";
const LEFT = 34;
const NAME_WIDTH = 148;
const NAMELESS = "云鲸会员";

type DrawingAssets = {
  readonly characters: ReadonlySet<number>;
  readonly backgrounds: ReadonlyMap<PosterId, Canvas>;
};

/**
 * Rasterises a background drawing once per process, because vector drawing is far slower than
 * copying pixels.
 */
async function loadBackground(posterId: PosterId): Promise<Canvas> {
  const ground = createCanvas(WIDTH, HEIGHT);
  const drawing = await loadImage(readAsset(`posters/${posterId}.svg`));
  ground.getContext("2d").drawImage(drawing, 0, 0, WIDTH, HEIGHT);
  return ground;
}

async function loadDrawingAssets(): Promise<DrawingAssets> {
  const backgrounds = new Map<PosterId, Canvas>();
  for (const { posterId } of templates) backgrounds.set(posterId, await loadBackground(posterId));
  return { characters: loadFonts(), backgrounds };
}

let drawingAssets: Promise<DrawingAssets> | undefined;

type Line = {
  readonly font: string;
  readonly size: number;
  readonly color: string;
  readonly x: number;
  readonly y: number;
};

function write(canvas: SKRSContext2D, text: string, { font, size, color, x, y }: Line): void {
  canvas.font = `${size}px "${font}"`;
  canvas.fillStyle = color;
  canvas.fillText(text, x, y);
}

/** Returns as much of a text as fits, with … where it was cut. */
function truncateToWidth(canvas: SKRSContext2D, text: string, widthMax: number): string {
  const fits = (line: string) => canvas.measureText(line).width <= widthMax;
  if (fits(text)) return text;
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join("")}…`)) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Returns the font size of a name: long names are reduced before they are cut. */
function nameSizeOf(canvas: SKRSContext2D, name: string): number {
  canvas.font = `22px "${TITLE}"`;
  if (canvas.measureText(name).width <= NAME_WIDTH) return 22;
  canvas.font = `18px "${TITLE}"`;
  return 18;
}

function writeHead(canvas: SKRSContext2D, slogan: readonly string[], { colors }: Template): void {
  write(canvas, "云鲸权益", { font: TEXT, size: 20, color: colors.brand, x: 78, y: 56 });
  slogan.forEach((line, row) => {
    write(canvas, line, {
      font: TITLE,
      size: 44,
      color: colors.slogan,
      x: LEFT,
      y: 124 + row * 60,
    });
  });
}

/** Draws the gold text on the card in the background drawing, in the card's own coordinates. */
function drawEngraving(canvas: SKRSContext2D, { engraved }: Template): void {
  if (!engraved) return;
  canvas.save();
  canvas.translate(...engraved.at);
  canvas.rotate(engraved.turn);
  write(canvas, engraved.text, { font: TITLE, size: 24, color: GOLD, x: -134, y: -56 });
  write(canvas, engraved.note, { font: TEXT, size: 11, color: GOLD, x: -134, y: -36 });
  canvas.restore();
}

type Drawn = { readonly facts: PosterFacts; readonly portrait: Image | undefined };

function writeMember(
  canvas: SKRSContext2D,
  { facts, portrait }: Drawn,
  { colors }: Template,
): void {
  const seed = createHash("sha256").update(facts.link).digest().readUInt32BE(0);
  const place = { x: LEFT + 26, y: 592, radius: 26 };
  if (portrait) drawPortrait(canvas, portrait, place);
  else drawAvatar(canvas, seed, place);
  const size = nameSizeOf(canvas, facts.nickname);
  const name = truncateToWidth(canvas, facts.nickname, NAME_WIDTH);
  write(canvas, name, { font: TITLE, size, color: colors.name, x: 98, y: 588 });
  write(canvas, GREETING, { font: TEXT, size: 16, color: colors.text, x: 98, y: 613 });
  facts.texts.offer.forEach((line, row) => {
    write(canvas, line, { font: TEXT, size: 18, color: colors.text, x: LEFT, y: 667 + row * 27 });
  });
  const link = { font: TEXT, size: 12, color: colors.link, x: LEFT, y: 727 };
  canvas.font = `12px "${TEXT}"`;
  write(canvas, truncateToWidth(canvas, shortLinkOf(facts.link), 382), link);
}

/** Returns the first character of texts that the posters' fonts lack. */
export async function undrawableIn(texts: readonly string[]): Promise<string | undefined> {
  drawingAssets ??= loadDrawingAssets();
  const { characters } = await drawingAssets;
  return [...texts.join("")].find((one) => !characters.has(one.codePointAt(0) ?? 0));
}

/** Draws a poster as PNG, 900 × 1500. Most of the work runs off the event loop. */
export async function drawPoster(facts: PosterFacts): Promise<Uint8Array> {
  drawingAssets ??= loadDrawingAssets();
  const { characters, backgrounds } = await drawingAssets;
  const template = templates.find(({ posterId }) => posterId === facts.posterId);
  const ground = backgrounds.get(facts.posterId);
  invariant(template && ground, `there is no poster ${facts.posterId}`);
  const nickname = drawableText(facts.nickname, characters) || NAMELESS;
  const portrait = await portraitImage(facts.portrait);
  const poster = createCanvas(WIDTH, HEIGHT);
  const canvas = poster.getContext("2d");
  canvas.drawImage(ground, 0, 0);
  drawQrPlate(canvas, facts.link, { plate: PLATE, ink: INK, radius: PLATE_RADIUS });
  canvas.scale(SCALE, SCALE);
  writeHead(canvas, facts.texts.slogan, template);
  drawEngraving(canvas, template);
  writeMember(canvas, { facts: { ...facts, nickname }, portrait }, template);
  return poster.encode("png");
}
