/** All SQL statements about our own stock of cards; allocating them is one call. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { fulfilmentCardTake } from "../../../sql/fulfilment.ts";

export type Taken = ResultOf<typeof fulfilmentCardTake>;

/** See `functions/card_take.sql`. */
export const callTake = (
  db: Db,
  {
    shard: lane,
    ...wanted
  }: { product: string; outNo: string; quantity: number; shard: number; now: Now },
): Promise<Taken> => fulfilmentCardTake(db, { lane, ...wanted });

/** Returns the outcome of a number; `undefined` when it is unknown. */
export async function findTake(
  db: Db,
  outNo: string,
): Promise<{ state: Taken; product: string } | undefined> {
  const found = await db.execute<{ state: Taken; product: string }>(sql`
    SELECT state, product FROM card_take WHERE out_no = ${outNo}`);
  return found.rows[0];
}

/** Refuses a number for good, unless it is known already. */
export async function refuseTake(db: Db, outNo: string, now: Now): Promise<void> {
  await db.execute(sql`
    INSERT INTO card_take (out_no, product, quantity, state, created_at)
    VALUES (${outNo}, '', 0, 'refused', ${sqlNow(now)}) ON CONFLICT (out_no) DO NOTHING`);
}

/** `validUntil` in ms. */
export type SealedCard = { cardId: string; sealed: Buffer; validUntil: number | null };

/** Returns the cards of a number, in a stable order. */
export async function cardsOf(
  db: Db,
  { product, outNo }: { product: string; outNo: string },
): Promise<SealedCard[]> {
  const found = await db.execute<SealedCard>(sql`
    SELECT card_id AS "cardId", sealed, (extract(epoch FROM valid_until) * 1000)::float8 AS "validUntil"
    FROM card_stock
    WHERE product = ${product} AND out_no = ${outNo} ORDER BY card_id`);
  return found.rows;
}

export type NewCard = Omit<SealedCard, "validUntil"> & {
  validUntil: Date | null;
  shard: number;
  mac: Buffer;
};

/** Inserts cards into stock; returns the ids of the new ones. */
export async function insertCards(
  db: Db,
  { product, cards, now }: { product: string; cards: readonly NewCard[]; now: Now },
): Promise<Set<string>> {
  const column = <T>(of: (card: NewCard) => T) => sql.param(cards.map(of));
  const made = await db.execute<{ id: string }>(sql`
    INSERT INTO card_stock (product, card_id, lane, card_mac, sealed, valid_until, imported_at)
    SELECT ${product}, c.id, c.lane, c.mac, c.sealed, c.until, ${sqlNow(now)}
    FROM unnest(${column(({ cardId }) => cardId)}::uuid[], ${column(({ shard }) => shard)}::smallint[],
                ${column(({ mac }) => mac)}::bytea[], ${column(({ sealed }) => sealed)}::bytea[],
                ${column(({ validUntil }) => validUntil)}::timestamptz[]) AS c(id, lane, mac, sealed, until)
    ON CONFLICT ON CONSTRAINT card_stock_once DO NOTHING
    RETURNING card_id AS id`);
  return new Set(made.rows.map(({ id }) => id));
}

/** Counts the free cards of each product. */
export async function countFree(
  db: Db,
  products: readonly string[],
  now: Now,
): Promise<Map<string, number>> {
  const found = await db.execute<{ product: string; free: number }>(sql`
    SELECT product, count(*)::integer AS free FROM card_stock
    WHERE product = ANY(${sql.param([...products])}::text[]) AND out_no IS NULL
      AND (valid_until > ${sqlNow(now)}) IS NOT FALSE
    GROUP BY product`);
  return new Map(found.rows.map(({ product, free }) => [product, free]));
}
