/** Reads a QR code from a picture, as a phone's camera does. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import jsQR from "jsqr";

/**
 * Returns the text of the QR code in a picture, given the bytes of its file. Throws when there is
 * none.
 */
export async function readQrCode(picture: Buffer): Promise<string> {
  const image = await loadImage(picture);
  const { width, height } = image;
  const canvas = createCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const read = jsQR(data, width, height);
  if (!read) throw new Error(`no QR code is to be read in ${width} by ${height} pixels`);
  return read.data;
}
