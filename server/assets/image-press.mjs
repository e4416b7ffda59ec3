/**
 * Worker thread that decodes pictures and re-encodes them one at a time; it may be terminated at
 * any moment. The output contains only pixels: no EXIF, no location, no second file appended to the
 * first.
 */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { parentPort } from "node:worker_threads";

const QUALITY = { "image/jpeg": 88, "image/webp": 85 };

/** The decoder rotates a picture as its EXIF states, so width and height may be swapped. */
const isAsTold = (image, { width, height }) =>
  (image.width === width && image.height === height) ||
  (image.width === height && image.height === width);

async function press({ bytes, type, width, height }) {
  const image = await loadImage(Buffer.from(bytes));
  if (!isAsTold(image, { width, height })) return undefined;
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const kind = type.slice("image/".length);
  return kind === "png" ? canvas.encode("png") : canvas.encode(kind, QUALITY[type]);
}

parentPort.on("message", (job) => {
  press(job).then(
    (bytes) => parentPort.postMessage({ bytes }),
    () => parentPort.postMessage({ bytes: undefined }),
  );
});
