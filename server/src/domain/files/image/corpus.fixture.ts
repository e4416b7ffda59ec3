/** Test pictures, valid and malicious, all generated here. */
import { deflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import type { ImageType } from "../model.ts";
import { chunk } from "./png.fixture.ts";

/** Left half red, right half blue. */
export async function picture(
  type: ImageType,
  { width = 40, height = 20 }: { readonly width?: number; readonly height?: number } = {},
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f00";
  pen.fillRect(0, 0, width / 2, height);
  pen.fillStyle = "#00f";
  pen.fillRect(width / 2, 0, width / 2, height);
  if (type === "image/png") return canvas.encode("png");
  return canvas.encode(type === "image/jpeg" ? "jpeg" : "webp", 90);
}

/** Adds EXIF with an orientation and, as a phone writes it, a text with a location. */
export function withExif(jpeg: Buffer, orientation: number, text = "GPS 31.23 121.47"): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, Buffer.from(text)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    body,
    jpeg.subarray(2),
  ]);
}

/**
 * Returns a PNG that declares this size; its data is a few kilobytes of zeros, however large it
 * would decompress.
 */
export function bomb(width: number, height: number, rowsThere = 16): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc((width * 4 + 1) * rowsThere))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Declares a photograph of 16 × 16 and has valid first and last bytes; no decoder can decode it.
 */
export const undecodableJpeg = Buffer.from(
  "ffd8ffc0000b080010001001011100ffda0008010100003f00000000ffd9",
  "hex",
);

const SCRIPT = "<script>fetch('/steal')</script>";

/** Photographs that are also another type of file, after their end or in a comment. */
export async function polyglots(): Promise<[string, Buffer][]> {
  const jpeg = await picture("image/jpeg");
  const behind = (text: string | Buffer) => Buffer.concat([jpeg, Buffer.from(text)]);
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]),
    Buffer.from(SCRIPT),
    jpeg.subarray(2),
  ]);
  return [
    ["an HTML page after its end", behind(SCRIPT)],
    ["a PHP program after its end", behind("<?php phpinfo();")],
    ["an SVG after its end", behind('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["an archive after its end", behind("PK\x03\x04 and so on")],
    ["a video after its end", behind("....ftypmp42 a film")],
    ["zeros after its end", behind(Buffer.alloc(5_000))],
    ["a second photograph after its end", behind(jpeg)],
    ["an HTML page in its comment", comment],
  ];
}

/** Files that are no picture, are truncated, or are too large; the name describes the case. */
export async function hostile(): Promise<[string, Buffer, string][]> {
  const [jpeg, png, webp] = [
    await picture("image/jpeg"),
    await picture("image/png"),
    await picture("image/webp"),
  ];
  return [
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "FILE_TYPE"],
    ["a page", Buffer.from(`<!doctype html>${SCRIPT}`), "FILE_TYPE"],
    ["a program", Buffer.from("<?php system($_GET['c']); ?>"), "FILE_TYPE"],
    ["a document", Buffer.from("%PDF-1.7\n1 0 obj"), "FILE_TYPE"],
    ["an archive", Buffer.from("PK\x03\x04 and so on", "latin1"), "FILE_TYPE"],
    ["an animated picture", Buffer.from("GIF89a\x01\0\x01\0", "latin1"), "FILE_TYPE"],
    ["nothing", Buffer.alloc(0), "FILE_TYPE"],
    ["one byte", Buffer.from([0xff]), "FILE_TYPE"],
    ["only a picture's first bytes", Buffer.from([0xff, 0xd8, 0xff]), "FILE_TYPE"],
    ["half a photograph", jpeg.subarray(0, jpeg.length >> 1), "FILE_TYPE"],
    ["half a drawing", png.subarray(0, png.length >> 1), "FILE_TYPE"],
    ["half of a WebP", webp.subarray(0, webp.length >> 1), "FILE_TYPE"],
    ["a header and an end without content", undecodableJpeg, "FILE_BROKEN"],
    ["a side of 8,001", bomb(8_001, 1), "FILE_LARGE"],
    ["sides too large for memory", bomb(65_000, 65_000), "FILE_LARGE"],
    ["slightly more than 25 million pixels", bomb(5_001, 5_000), "FILE_LARGE"],
    ["no pixels", bomb(0, 10, 0), "FILE_BROKEN"],
    ["more than 10 MB", Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]), "FILE_LARGE"],
  ];
}
