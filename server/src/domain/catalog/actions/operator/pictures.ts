/** Operators upload a picture: it is decoded, cut to a square, and stored in the sizes of pages. */
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import type { Crop, ImageReencoder } from "../../../files/actions.ts";
import { insertPicture, type PictureSize, readPictureSize } from "../../store/pictures.ts";

/** px: a card, a card of a phone with three pixels a point, a detail page. */
const WIDTHS = [192, 480, 960] as const;
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

export type NewPicture = {
  readonly bytes: Buffer;
  readonly crop: Crop;
  /** What the picture shows, for those who cannot see it. */
  readonly alt: string;
  readonly operatorId: string;
};

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
  const pictureId = context.ids.next();
  const now = context.clock.sql();
  await transaction(db, (tx) =>
    insertPicture(tx, { pictureId, alt: alt.trim(), madeBy: operatorId, now, sizes }),
  );
  return { pictureId, widths: [...WIDTHS] };
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
