/** Operators upload a picture: it is decoded, cut to a square, and stored in the sizes of pages. */
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import type { Crop, ImageReencoder } from "../../../files/actions.ts";
import {
  insertPicture,
  insertPictureSize,
  type PictureSize,
  readPictureSize,
} from "../../store/pictures.ts";

/** px: a card, a card of a phone with three pixels a point, a detail page. */
const WIDTHS = [192, 480, 960] as const;
/** px; WeChat shows a share card's picture in a square of this size. */
const SHARE_SIDE = 300;
/** WeChat's limit of a share card's thumbnail; from the best quality to the first that fits. */
const SHARE_BYTES_MAX = 32 * 1024;
const SHARE_QUALITIES = [85, 70, 55, 40, 25, 10] as const;
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

export type NewPicture = {
  readonly bytes: Buffer;
  readonly crop: Crop;
  /** What the picture shows, for those who cannot see it. */
  readonly alt: string;
  readonly operatorId: string;
};

/** Draws the size for share cards. Refuses as `drawSquare` does. */
async function drawShareSize(reencoder: ImageReencoder, bytes: Buffer): Promise<PictureSize> {
  const drawn = { crop: WHOLE, side: SHARE_SIDE, format: "jpeg" } as const;
  let content = await reencoder.drawSquare(bytes, { ...drawn, quality: SHARE_QUALITIES[0] });
  for (const quality of SHARE_QUALITIES.slice(1)) {
    if (content.length <= SHARE_BYTES_MAX) break;
    content = await reencoder.drawSquare(bytes, { ...drawn, quality });
  }
  return { width: SHARE_SIDE, format: "jpeg", content };
}

/**
 * Stores a picture and returns its id and widths. Only pixels are kept. Refuses FILE_TYPE,
 * FILE_BROKEN, FILE_LARGE and SYS_BUSY.
 */
export async function makePicture(
  context: Context,
  db: Db,
  reencoder: ImageReencoder,
  { bytes, crop, alt, operatorId }: NewPicture,
): Promise<{ readonly pictureId: string; readonly widths: number[] }> {
  const side = Math.max(...WIDTHS);
  const square = await reencoder.drawSquare(bytes, { crop, side, format: "png" });
  const sizes: PictureSize[] = [];
  for (const width of WIDTHS)
    for (const format of ["avif", "webp"] as const) {
      const drawn = { crop: WHOLE, side: width, format };
      sizes.push({ width, format, content: await reencoder.drawSquare(square, drawn) });
    }
  sizes.push(await drawShareSize(reencoder, square));
  const pictureId = context.ids.next();
  const now = context.clock.sql();
  const widths = [...WIDTHS];
  await transaction(db, (tx) =>
    insertPicture(tx, { pictureId, alt: alt.trim(), madeBy: operatorId, now, widths, sizes }),
  );
  return { pictureId, widths };
}

/** Returns the bytes of `480.avif`; undefined for an unknown picture or size. */
export const pictureSize = (
  db: Db,
  pictureId: string,
  name: string,
): Promise<Buffer | undefined> => {
  const width = Number.parseInt(name, 10);
  return readPictureSize(db, { pictureId, width, format: name.endsWith("avif") ? "avif" : "webp" });
};

/**
 * Returns the JPEG of a picture for share cards; undefined for an unknown picture. Pictures of
 * versions up to 1.1 get it at the first request. Refuses SYS_BUSY.
 */
export async function sharePicture(
  db: Db,
  reencoder: ImageReencoder,
  pictureId: string,
): Promise<Buffer | undefined> {
  const stored = await readPictureSize(db, { pictureId, width: SHARE_SIDE, format: "jpeg" });
  if (stored) return stored;
  const width = Math.max(...WIDTHS);
  const largest = await readPictureSize(db, { pictureId, width, format: "webp" });
  if (!largest) return undefined;
  const drawn = await drawShareSize(reencoder, largest);
  await insertPictureSize(db, pictureId, drawn);
  return drawn.content;
}
