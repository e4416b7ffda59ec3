/**
 * Decodes one picture after another and draws it anew, in a thread that may be ended at any moment. What comes out has
 * pixels and nothing else: no EXIF, no place, no second file behind the first.
 */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { parentPort } from "node:worker_threads";

const QUALITY = { "image/jpeg": 88, "image/webp": 85 };

/** The decoder turns a picture as its EXIF says, so the sides may have changed places. */
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
