/** SQL statements of pictures of benefits and brands. */
import type { DetailBlock, Photo } from "@yunjing/contract/schemas/benefit";
import type { DraftBlock } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { catalogLockPicture, catalogRemoveUnusedPictures } from "../../../sql/catalog.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

/** `jpeg` is the size for share cards alone. */
export type PictureFormat = "avif" | "webp" | "jpeg";
export type PictureSize = {
  /** px */
  readonly width: number;
  readonly format: PictureFormat;
  readonly content: Buffer;
};

/** Stores a picture with its sizes; a picture is never changed. */
export async function insertPicture(
  tx: Tx,
  picture: {
    readonly pictureId: string;
    readonly alt: string;
    readonly madeBy: string;
    readonly now: Now;
    /** px, of the sizes that pages choose from */
    readonly widths: readonly number[];
    readonly sizes: readonly PictureSize[];
  },
): Promise<void> {
  const { pictureId, alt, madeBy, now, widths, sizes } = picture;
  await tx.execute(sql`
    INSERT INTO picture (picture_id, alt, widths, made_by, made_at)
    VALUES (${pictureId}, ${alt}, ${sql.param([...widths])}::int[], ${madeBy}, ${sqlNow(now)})`);
  for (const size of sizes) await insertPictureSize(tx, pictureId, size);
}

/** Stores one size of a picture that exists; does nothing when another call stored it first. */
export async function insertPictureSize(
  db: Db | Tx,
  pictureId: string,
  { width, format, content }: PictureSize,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO picture_size (picture_id, width, format, content)
    SELECT picture_id, ${width}, ${format}, ${content} FROM picture WHERE picture_id = ${pictureId}
    ON CONFLICT DO NOTHING`);
}

/** Returns one size of a picture; undefined for an unknown one. */
export async function readPictureSize(
  db: Db,
  size: { readonly pictureId: string; readonly width: number; readonly format: PictureFormat },
): Promise<Buffer | undefined> {
  const { rows } = await db.execute<{ content: Buffer }>(sql`
    SELECT content FROM picture_size
    WHERE picture_id = ${size.pictureId} AND width = ${size.width} AND format = ${size.format}`);
  return rows[0]?.content;
}

/** Returns whether a picture exists, and keeps it until the transaction ends. */
export const lockPicture = (tx: Tx, picture: string): Promise<boolean> =>
  catalogLockPicture(tx, { picture });

/** Removes at most `limit` pictures made before an instant that nothing names; returns how many. */
export const removeUnusedPictures = (
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> => catalogRemoveUnusedPictures(db, { before, limit });

/** Selects the picture of the row of an alias as members get it, null without one. */
export const photoSql = (alias: string): string => `
    (SELECT jsonb_build_object('pictureId', f.picture_id, 'alt', f.alt, 'widths', to_jsonb(f.widths))
     FROM picture f WHERE f.picture_id = ${alias}.picture_id)`;

/** Selects the blocks of the benefit of an alias as members get them, in their order. */
export const detailSql = (alias: string): string => `
    (SELECT coalesce(jsonb_agg(CASE x.block->>'kind' WHEN 'picture'
              THEN jsonb_build_object('kind', 'picture', 'photo',
                     jsonb_build_object('pictureId', f.picture_id, 'alt', f.alt, 'widths', to_jsonb(f.widths)))
              ELSE x.block END ORDER BY x.place), '[]')
     FROM jsonb_array_elements(${alias}.detail) WITH ORDINALITY AS x(block, place)
     LEFT JOIN picture f ON f.picture_id = (x.block->>'pictureId')::uuid)`;

/** Returns blocks of a draft as members would get them, without those of unknown pictures. */
export async function readBlocks(db: Db, blocks: readonly DraftBlock[]): Promise<DetailBlock[]> {
  const photos = await Promise.all(
    blocks.map((block) =>
      block.kind === "picture" ? readPhoto(db, block.pictureId) : Promise.resolve(undefined),
    ),
  );
  return blocks.flatMap((block, at): DetailBlock[] => {
    if (block.kind === "text") return block.text.trim() === "" ? [] : [block];
    const photo = photos[at];
    return photo ? [{ kind: "picture", photo }] : [];
  });
}

/** Returns a picture as members get it; undefined for an unknown one. */
export async function readPhoto(db: Db, pictureId: string): Promise<Photo | undefined> {
  const { rows } = await db.execute<Photo>(sql`
    SELECT picture_id AS "pictureId", alt, widths FROM picture WHERE picture_id = ${pictureId}`);
  return rows[0];
}
