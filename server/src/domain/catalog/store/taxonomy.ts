/** SQL statements about brands, categories and popular search words as operators change them. */
import type { HotWordLine, NamedGroup } from "@yunjing/contract/schemas/operators/taxonomy";
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

/** A table of names, whose key is its code. */
export type NamedTable = "brand" | "category";
export type TaxonomyTable = NamedTable | "hot_word";

const keyColumns = { brand: "code", category: "code", hot_word: "word" } as const;
const table = (name: TaxonomyTable): SQL => sql.raw(name);
const keyOf = (name: TaxonomyTable): SQL => sql.raw(keyColumns[name]);

/** Returns all rows of a table of names in their order, or the one with this code. */
export async function readNamed(db: Db | Tx, name: NamedTable, code?: string) {
  const { rows } = await db.execute<
    Omit<NamedGroup, "pictureId"> & { pictureId: string | null }
  >(sql`
    SELECT t.code, t.name, t.artwork, t.tint, t.picture_id AS "pictureId", t.aliases, t.is_on AS "isOn", t.version,
           coalesce(b.benefits, 0) AS benefits
    FROM ${table(name)} t
    LEFT JOIN (SELECT ${sql.raw(`${name}_code`)} AS code, count(*)::int AS benefits
               FROM benefit WHERE status = 'on' GROUP BY 1) b ON b.code = t.code
    WHERE ${code ?? null}::text IS NULL OR t.code = ${code ?? null}::text
    ORDER BY t.sort, t.code`);
  return rows.map(({ pictureId, ...row }) => ({
    ...row,
    ...(pictureId === null ? {} : { pictureId }),
  }));
}

type WordRow = Omit<HotWordLine, "startsAt" | "endsAt"> & {
  readonly startsAt: string | null;
  readonly endsAt: string | null;
};

/** Returns all popular search words in their order, or the one of this text. */
export async function readHotWords(db: Db | Tx, word?: string): Promise<HotWordLine[]> {
  const { rows } = await db.execute<WordRow>(sql`
    SELECT word, is_new AS "isNew", is_on AS "isOn", version,
           ${sql.raw(epochMsSql("starts_at"))} AS "startsAt", ${sql.raw(epochMsSql("ends_at"))} AS "endsAt"
    FROM hot_word WHERE ${word ?? null}::text IS NULL OR word = ${word ?? null}::text
    ORDER BY sort, word`);
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    ...(startsAt === null ? {} : { startsAt: Number(startsAt) }),
    ...(endsAt === null ? {} : { endsAt: Number(endsAt) }),
  }));
}

export type NewNamed = Omit<NamedGroup, "version" | "benefits"> & { readonly sinceVersion: number };

/**
 * Stores a name: version 0 makes a row at the end of the order, another version changes the row of
 * that version. Returns the new version, or undefined when the row has another one.
 */
export async function storeNamed(
  tx: Tx,
  name: NamedTable,
  row: NewNamed,
): Promise<number | undefined> {
  const { code, artwork, tint, isOn, sinceVersion } = row;
  const aliases = sql`${sql.param([...row.aliases])}::text[]`;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO ${table(name)} (code, name, artwork, tint, picture_id, aliases, is_on, sort)
    SELECT ${code}, ${row.name}, ${artwork}, ${tint}, ${row.pictureId ?? null}::uuid, ${aliases}, ${isOn}, coalesce(max(sort), -1) + 1
    FROM ${table(name)} ON CONFLICT (code) DO NOTHING RETURNING version`
      : sql`
    UPDATE ${table(name)} SET name = ${row.name}, artwork = ${artwork}, tint = ${tint}, picture_id = ${row.pictureId ?? null}, aliases = ${aliases},
           is_on = ${isOn}, version = version + 1
    WHERE code = ${code} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

export type NewHotWord = Omit<HotWordLine, "version"> & { readonly sinceVersion: number };

/** Stores a popular search word as `storeNamed` stores a name. */
export async function storeHotWord(tx: Tx, row: NewHotWord): Promise<number | undefined> {
  const { word, isNew, isOn, sinceVersion } = row;
  const startsAt = row.startsAt === undefined ? null : new Date(row.startsAt);
  const endsAt = row.endsAt === undefined ? null : new Date(row.endsAt);
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO hot_word (word, is_new, is_on, starts_at, ends_at, sort)
    SELECT ${word}, ${isNew}, ${isOn}, ${startsAt}::timestamptz, ${endsAt}::timestamptz, coalesce(max(sort), -1) + 1
    FROM hot_word ON CONFLICT (word) DO NOTHING RETURNING version`
      : sql`
    UPDATE hot_word SET is_new = ${isNew}, is_on = ${isOn}, starts_at = ${startsAt}, ends_at = ${endsAt},
           version = version + 1
    WHERE word = ${word} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

/** Returns true when another row of the table has this name. */
export async function isNameTaken(
  tx: Tx,
  table_: NamedTable,
  { code, name }: Pick<NewNamed, "code" | "name">,
): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`SELECT FROM ${table(table_)} WHERE name = ${name} AND code <> ${code} LIMIT 1`,
  );
  return rows.length > 0;
}

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Locks the rows of a table until the transaction ends and returns their keys in order. The second
 * of two reorderings waits here, and reads what the first one wrote.
 */
export async function lockOrder(tx: Tx, name: TaxonomyTable): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string; sort: number }>(
    sql`SELECT ${keyOf(name)} AS key, sort FROM ${table(name)} ORDER BY ${keyOf(name)} FOR UPDATE`,
  );
  return rows
    .toSorted((left, right) => left.sort - right.sort || compareText(left.key, right.key))
    .map(({ key }) => key);
}

/** Writes the order of all rows; a row that moves gets another version. */
export async function storeOrder(
  tx: Tx,
  name: TaxonomyTable,
  keys: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE ${table(name)} t SET sort = k.place, version = version + 1
    FROM (SELECT key, (place - 1)::int AS place
          FROM unnest(${sql.param([...keys])}::text[]) WITH ORDINALITY AS u (key, place)) k
    WHERE t.${keyOf(name)} = k.key AND t.sort <> k.place`);
}
