/** Reads a QR code from a picture, as a phone's camera does. */
import jsQR from "jsqr";
import { readPixels } from "./read-pixels.ts";

/**
 * Returns the text of the QR code in a picture, given the bytes of its file. Throws when there is
 * none.
 */
export async function readQrCode(picture: Buffer): Promise<string> {
  const { data, width, height } = await readPixels(picture);
  const read = jsQR(data, width, height);
  if (!read) throw new Error(`no QR code is to be read in ${width} by ${height} pixels`);
  return read.data;
}
