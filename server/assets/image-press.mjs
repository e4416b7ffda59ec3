/**
 * Worker thread that decodes pictures and re-encodes them one at a time; it may be terminated at
 * any moment. The output contains only pixels: no EXIF, no location, no second file appended to the
 * first.
 */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { parentPort } from "node:worker_threads";

const QUALITY = { jpeg: 88, webp: 85 };
/** Of eleven steps; slower ones save little and take seconds. */
const AVIF = { quality: 60, speed: 8 };

/** The decoder rotates a picture as its EXIF states, so width and height may be swapped. */
const isAsTold = (image, { width, height }) =>
  (image.width === width && image.height === height) ||
  (image.width === height && image.height === width);

/** Draws the part of a picture that `crop` names, as fractions of its sides, as a square. */
function squareOf(image, { crop, side, format }) {
  const canvas = createCanvas(side, side);
  const { width, height } = image;
  const from = [crop.x * width, crop.y * height, crop.width * width, crop.height * height];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  if (format === "jpeg") {
    // JPEG has no transparency: what is transparent would be black.
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, side, side);
  }
  pen.drawImage(image, ...from, 0, 0, side, side);
  return canvas;
}

function wholeOf(image) {
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

async function press({ bytes, type, width, height, square }) {
  const image = await loadImage(Buffer.from(bytes));
  if (!isAsTold(image, { width, height })) return undefined;
  const canvas = square ? squareOf(image, square) : wholeOf(image);
  const format = square?.format ?? type.slice("image/".length);
  if (format === "png") return canvas.encode("png");
  return format === "avif"
    ? canvas.encode("avif", AVIF)
    : canvas.encode(format, square?.quality ?? QUALITY[format]);
}

parentPort.on("message", (job) => {
  press(job).then(
    (bytes) => parentPort.postMessage({ bytes }),
    () => parentPort.postMessage({ bytes: undefined }),
  );
});
