/** Reduces a photograph to its display size before the upload. */

/**
 * Pixels of the longer side. Larger images are never shown, and the server accepts 10 MB at most.
 */
const SIDE_MAX = 2_048;
const QUALITY = 0.86;

async function drawResized(file: File, sideMax: number): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.type !== "image/heic") return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // PNG images stay PNG, because line drawings and transparency need it.
  const type = file.type === "image/png" ? "image/png" : "image/jpeg";
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), type, QUALITY),
  );
}

const nameFor = (name: string, type: string): string =>
  name.replace(/(\.[^.]*)?$/, type === "image/png" ? ".png" : ".jpg");

/**
 * Returns the file with its longer side at most `sideMax`; the file itself when it is small enough
 * or when this browser cannot read it. In the latter case the server reports the fault.
 */
export async function resizeImage(file: File, sideMax = SIDE_MAX): Promise<File> {
  const smaller = await drawResized(file, sideMax).catch(() => undefined);
  if (!smaller) return file;
  return new File([smaller], nameFor(file.name, smaller.type), { type: smaller.type });
}
