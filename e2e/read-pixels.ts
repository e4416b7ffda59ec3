/** Reads the pixels of a picture, such as a screenshot. */
import { createCanvas, type ImageData, loadImage } from "@napi-rs/canvas";

/** Returns the pixels of a picture, given the bytes of its file: four bytes (RGBA) each, by row. */
export async function readPixels(picture: Buffer): Promise<ImageData> {
  const image = await loadImage(picture);
  const { width, height } = image;
  const canvas = createCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return canvas.getImageData(0, 0, width, height);
}
