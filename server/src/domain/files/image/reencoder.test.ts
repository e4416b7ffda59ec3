/** The re-encoder returns only a picture; a file that is none is refused before it is decoded. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import fc from "fast-check";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { imageTypes } from "../model.ts";
import { bomb, hostile, picture, polyglots, withExif } from "./corpus.fixture.ts";
import { readHeader } from "./header.ts";
import { shownPngs } from "./png.fixture.ts";
import { createImageReencoder } from "./reencoder.ts";

const images = createImageReencoder();
afterAll(() => images.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

/** Returns the size and the colours of two corners, as `r`, `b` or `?`. */
async function seen(bytes: Buffer) {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const colour = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pen.getImageData(x, y, 1, 1).data;
    return red > 200 && blue < 60 ? "r" : blue > 200 && red < 60 ? "b" : "?";
  };
  const corners = colour(1, 1) + colour(image.width - 2, image.height - 2);
  return { width: image.width, height: image.height, corners };
}

test.each(imageTypes)("a picture of kind %s keeps its kind and its appearance", async (type) => {
  const out = await images.reencode(await picture(type));
  expect(out.type).toBe(type);
  expect(readHeader(out.bytes)).toEqual({ type, width: 40, height: 20 });
  expect(await seen(out.bytes)).toEqual({ width: 40, height: 20, corners: "rb" });
});

test("a photograph is rotated by its EXIF orientation, and its location is removed", async () => {
  const held = withExif(await picture("image/jpeg"), 6);
  const { bytes } = await images.reencode(held);
  expect(await seen(bytes)).toEqual({ width: 20, height: 40, corners: "rb" });
  expect(held.toString("latin1")).toContain("GPS 31.23");
  expect(bytes.toString("latin1")).not.toMatch(/GPS|Exif/);
});

const FOREIGN = /script|php|svg|PK\x03|ftyp|\0{1000}/i;

test("of a photograph that is also another type of file only the photograph remains", async () => {
  const alone = await images.reencode(await picture("image/jpeg"));
  for (const [name, held] of await polyglots()) {
    const { bytes } = await images.reencode(held);
    expect([name, bytes.equals(alone.bytes)]).toEqual([name, true]);
    expect(bytes.toString("latin1")).not.toMatch(FOREIGN);
  }
});

test.each(shownPngs())("a PNG %s is re-encoded, and only its pixels remain", async (_, held) => {
  const { type, bytes } = await images.reencode(held);
  expect(type).toBe("image/png");
  expect(readHeader(bytes)).toEqual({ type, width: 40, height: 20 });
  expect(bytes.toString("latin1")).not.toMatch(/tEXt|prVt|eXIf|iCCP|acTL|fdAT|script|PK and more/);
  expect(bytes.toString("latin1")).toMatch(/IEND.{4}$/s);
});

test.each(shownPngs().filter(([name]) => !/grey|one colour/.test(name)))(
  "a PNG %s looks the same",
  async (_, held) => {
    expect(await seen((await images.reencode(held)).bytes)).toMatchObject({ corners: "rb" });
  },
);

test("a file that is no picture, is truncated or is too large is refused with its reason", async () => {
  for (const [name, bytes, code] of await hostile()) {
    const outcome = await images.reencode(bytes).then(
      () => "taken",
      (error: { code?: string }) => error.code,
    );
    expect([name, outcome]).toEqual([name, code]);
  }
});

test("any bytes give a picture or a refusal, never a failure", async () => {
  const jpeg = await picture("image/jpeg");
  await fc.assert(
    fc.asyncProperty(
      fc.nat(jpeg.length - 1),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      async (at, noise) => {
        const corrupted = Buffer.from(jpeg);
        corrupted.set(noise.subarray(0, jpeg.length - at), at);
        const outcome = await images.reencode(corrupted).then(
          ({ bytes }) => readHeader(bytes)?.type,
          (error: { name?: string }) => error.name,
        );
        expect(["image/jpeg", "Refusal"]).toContain(outcome);
      },
    ),
    { numRuns: 40, seed: 7 },
  );
});

test("a picture of the maximum size is re-encoded", async () => {
  const { bytes } = await images.reencode(bomb(5_000, 5_000, 5_000));
  expect(readHeader(bytes)).toEqual({ type: "image/png", width: 5_000, height: 5_000 });
});

test("a thread that times out or dies fails one picture; the next gets a new thread", async () => {
  const script = join(tmpdir(), `press-${process.pid}.mjs`);
  await writeFile(
    script,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ width }) => {
       if (width === 41) for (;;) {}
       if (width === 42) process.exit(1);
       parentPort.postMessage({ bytes: new Uint8Array([1]) });
     });`,
  );
  const slow = createImageReencoder({ timeoutMs: 300, script: pathToFileURL(script) });
  onTestFinished(() => slow.close());
  const of = (width: number) => picture("image/png", { width });
  await expect(slow.reencode(await of(41))).rejects.toEqual(refusal("FILE_BROKEN"));
  await expect(slow.reencode(await of(42))).rejects.toEqual(refusal("FILE_BROKEN"));
  expect((await slow.reencode(await of(43))).bytes).toHaveLength(1);
});

test("a picture is refused with SYS_BUSY when too many wait", async () => {
  const busy = createImageReencoder({ waitingMax: 1 });
  onTestFinished(() => busy.close());
  const jpeg = await picture("image/jpeg");
  const first = busy.reencode(jpeg);
  await expect(busy.reencode(jpeg)).rejects.toEqual(refusal("SYS_BUSY"));
  await first;
});
