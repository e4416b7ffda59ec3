/**
 * Reads a picture's header before it is decoded: its type by the first bytes, its size, its end.
 */
import type { ImageType } from "../model.ts";

export type Header = {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const STARTS_SCAN = 0xda;
const ENDS = Buffer.from([0xff, 0xd9]);
/** Markers between C0 and CF that contain no size: tables, and reserved markers. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker);

/** Walks the segments up to the first scan. */
function jpeg(bytes: Buffer): Header | undefined {
  let size: Omit<Header, "type"> | undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      // A second frame would be decoded in place of the one that was measured.
      if (size) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === STARTS_SCAN) {
      const isWhole = bytes.indexOf(ENDS, at) > 0;
      return size && isWhole ? { type: "image/jpeg", ...size } : undefined;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * Walks the chunks. The data after the pixels may be truncated or missing, also the end; browsers
 * accept this too.
 */
function png(bytes: Buffer): Header | undefined {
  if (bytes.length < 33 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const header: Header = {
    type: "image/png",
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
  let hasPixels = false;
  for (let at = PNG.length; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "IEND") return header;
    at += 12 + bytes.readUInt32BE(at);
    if (name !== "IDAT") continue;
    if (at > bytes.length) return undefined;
    hasPixels = true;
  }
  return hasPixels ? header : undefined;
}

function webpSize(bytes: Buffer): Omit<Header, "type"> | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function webp(bytes: Buffer): Header | undefined {
  const isWhole = bytes.length >= 30 && bytes.readUInt32LE(4) + 8 <= bytes.length;
  const size = isWhole ? webpSize(bytes) : undefined;
  return size && { type: "image/webp", ...size };
}

/**
 * Returns undefined for a file that does not start as one of the three types, or is truncated
 * within its pixels.
 */
export function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return png(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes);
  const isRiff = bytes.toString("latin1", 0, 4) === "RIFF";
  return isRiff && bytes.toString("latin1", 8, 12) === "WEBP" ? webp(bytes) : undefined;
}

// Long enough that the pixels of a photograph do not contain one by chance.
const MARKUP = /<script|<\?php|<!doctype|<iframe|<svg xmlns|<html>|<html |javascript:/i;

/** Returns true for a file that is a picture to one reader and a page or a program to another. */
export const isPolyglot = (bytes: Buffer): boolean => MARKUP.test(bytes.toString("latin1"));
