/**
 * PNG files of every kind of the format, generated chunk by chunk: left half red, right half blue.
 */
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WIDTH = 40;
const HEIGHT = 20;

export function chunk(name: string, data: Buffer, crcOff = 0): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32(body) ^ crcOff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** Colour types of the format. */
const types = { grey: 0, colour: 2, palette: 3, greyAlpha: 4, colourAlpha: 6 } as const;
type ColourType = keyof typeof types;
type Kind = { readonly type: ColourType; readonly bits: number; readonly interlaced?: boolean };

/**
 * Returns the samples of one pixel: red on the left and blue on the right, or dark and light in
 * greyscale.
 */
function samples(type: ColourType, isLeft: boolean, most: number): number[] {
  const colour = isLeft ? [most, 0, 0] : [0, 0, most];
  if (type === "palette") return [isLeft ? 0 : 1];
  if (type === "grey") return [isLeft ? 0 : most];
  if (type === "greyAlpha") return [isLeft ? 0 : most, most];
  return type === "colour" ? colour : [...colour, most];
}

/** Returns one row of pixels, packed by bit depth, after the filter byte. */
function rowOf(xs: readonly number[], { type, bits }: Kind): Buffer {
  const all = xs.flatMap((x) => samples(type, x < WIDTH / 2, 2 ** bits - 1));
  if (bits === 16) return Buffer.from([0, ...all.flatMap((value) => [value >> 8, value & 255])]);
  const row = Buffer.alloc(Math.ceil((all.length * bits) / 8));
  for (const [index, value] of all.entries()) {
    const at = index * bits;
    row[at >> 3] = (row[at >> 3] ?? 0) | (value << (8 - bits - (at & 7)));
  }
  return Buffer.concat([Buffer.from([0]), row]);
}

const range = (start: number, end: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, n) => start + n * step);

/** Adam7: first column and row, and the steps between them, of each pass. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function pixels(kind: Kind): Buffer {
  const whole = [[0, 0, 1, 1]] as const;
  const rows = (kind.interlaced ? passes : whole).flatMap(([x, y, stepX, stepY]) =>
    range(y, HEIGHT, stepY).map(() => rowOf(range(x, WIDTH, stepX), kind)),
  );
  return deflateSync(Buffer.concat(rows));
}

export function header({ type, bits, interlaced = false }: Kind): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([bits, types[type], 0, 0, interlaced ? 1 : 0], 8);
  return chunk("IHDR", head);
}

const palette = chunk("PLTE", Buffer.from([255, 0, 0, 0, 0, 255]));
const end = chunk("IEND", Buffer.alloc(0));

type Around = { readonly before?: Buffer; readonly after?: Buffer; readonly end?: Buffer };

/** Returns a PNG of a kind, with chunks before and after its pixels. */
export function png(kind: Kind, { before, after, end: last = end }: Around = {}): Buffer {
  const parts = [SIGNATURE, header(kind), kind.type === "palette" ? palette : undefined, before];
  parts.push(chunk("IDAT", pixels(kind)), after, last);
  return Buffer.concat(parts.filter((part) => part !== undefined));
}

const plain: Kind = { type: "colour", bits: 8 };
const depths: Readonly<Record<ColourType, readonly number[]>> = {
  grey: [1, 2, 4, 8, 16],
  palette: [1, 2, 4, 8],
  colour: [8, 16],
  greyAlpha: [8, 16],
  colourAlpha: [8, 16],
};

function everyKind(): [string, Buffer][] {
  return (Object.keys(depths) as ColourType[]).flatMap((type) =>
    depths[type].flatMap((bits): [string, Buffer][] => [
      [`${type} of ${bits} bits`, png({ type, bits })],
      [`${type} of ${bits} bits, interlaced`, png({ type, bits, interlaced: true })],
    ]),
  );
}

const text = (ascii: string) => Buffer.from(ascii, "latin1");
const frameControl = (sequence: number): Buffer => {
  const data = Buffer.alloc(26);
  data.writeUInt32BE(sequence, 0);
  data.writeUInt32BE(WIDTH, 4);
  data.writeUInt32BE(HEIGHT, 8);
  data.set([0, 1, 0, 10, 0, 0], 20);
  return chunk("fcTL", data);
};

/**
 * Returns pictures with something unusual beside the pixels that browsers still show, each with its
 * description.
 */
function unusual(): [string, Buffer][] {
  const whole = pixels(plain);
  const moving = Buffer.concat([
    chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    frameControl(0),
  ]);
  const second = Buffer.concat([
    frameControl(1),
    chunk("fdAT", Buffer.concat([Buffer.from([0, 0, 0, 2]), whole])),
  ]);
  const halves = [whole.subarray(0, 9), Buffer.alloc(0), whole.subarray(9)];
  const parted = Buffer.concat(halves.map((part) => chunk("IDAT", part)));
  return [
    [
      "transparent by its palette",
      png({ type: "palette", bits: 8 }, { before: chunk("tRNS", Buffer.from([255, 255])) }),
    ],
    [
      "transparent by one colour",
      png(plain, { before: chunk("tRNS", Buffer.from([0, 1, 0, 2, 0, 3])) }),
    ],
    ["with a gamma", png(plain, { before: chunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f])) })],
    [
      "with a print size",
      png(plain, { before: chunk("pHYs", Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])) }),
    ],
    ["with a text comment", png(plain, { before: chunk("tEXt", text("Comment\0made here")) })],
    [
      "with an HTML page in a text comment",
      png(plain, { before: chunk("tEXt", text("Comment\0<html><script>1</script>")) }),
    ],
    ["with a private chunk", png(plain, { before: chunk("prVt", Buffer.alloc(500, 7)) })],
    [
      "with a private chunk after its pixels",
      png(plain, { after: chunk("prVt", Buffer.alloc(500)) }),
    ],
    [
      "with a wrong checksum of an optional chunk",
      png(plain, { before: chunk("tEXt", text("a\0b"), 1) }),
    ],
    ["with a broken colour profile", png(plain, { before: chunk("iCCP", text("x\0\0nothing")) })],
    [
      "with EXIF",
      png(plain, { before: chunk("eXIf", Buffer.from("4d4d002a0000000800000000", "hex")) }),
    ],
    ["that is animated", png(plain, { before: moving, after: second })],
    ["in several data chunks", Buffer.concat([SIGNATURE, header(plain), parted, end])],
  ];
}

/** The same for unusual data after the pixels. */
const unusualEnds = (): [string, Buffer][] => [
  ["with bytes after its end", Buffer.concat([png(plain), Buffer.from("PK and more")])],
  [
    "with an HTML page after its end",
    Buffer.concat([png(plain), Buffer.from("<!doctype html><script>")]),
  ],
  ["without its end", png(plain, { end: Buffer.alloc(0) })],
  ["with a wrong checksum of its end", png(plain, { end: chunk("IEND", Buffer.alloc(0), 1) })],
  ["with an end that is cut off", png(plain, { end: end.subarray(0, 9) })],
  [
    "with a chunk after its pixels that is cut off",
    png(plain, { end: chunk("tEXt", Buffer.alloc(90)).subarray(0, 40) }),
  ],
];

/** All PNGs that browsers show completely. */
export const shownPngs = (): [string, Buffer][] => [...everyKind(), ...unusual(), ...unusualEnds()];
