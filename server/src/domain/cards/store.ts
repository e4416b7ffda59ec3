/** All SQL statements over cards. */
import { sql } from "drizzle-orm";
import {
  type Db,
  type PreparedStatement,
  runPrepared,
  type Tx,
} from "../../platform/database/pool.ts";
import { bindParameters } from "../../platform/database/read-query.ts";
import { sqlNow, epochMsSql, type Now, sqlNowText } from "../../platform/database/sql.ts";
import { fromStates } from "../../platform/lifecycle.ts";
import { cardLifecycle } from "./lifecycle.ts";
import type { CardRow } from "./model.ts";

const NOW = sqlNowText(2);
/** Sorts a card without an expiry after all others; its microseconds are still a safe integer. */
const ENDLESS = "'2200-01-01'::timestamptz";

/** Whose cards: the member's own, or those of the accounts merged into them (decision 0040). */
const OWN = "c.member_id = $1";
const MERGED = "c.member_id = ANY ($1::uuid[])";

const state = `CASE
  WHEN c.state = 'VOID' THEN 'void'
  WHEN c.state = 'MARKED_USED' THEN 'marked_used'
  WHEN c.valid_until <= ${NOW} THEN 'expired'
  ELSE lower(c.state) END`;

const tabs = {
  available: {
    states: "'ready','revealed'",
    by: `coalesce(c.valid_until, ${ENDLESS})`,
    isFalling: false,
  },
  used: { states: "'marked_used'", by: "c.used_at", isFalling: true },
  over: {
    states: "'expired','void'",
    by: `coalesce(c.valid_until, c.created_at)`,
    isFalling: true,
  },
} as const;
export type Tab = keyof typeof tabs;

const columns = (by: string) => `
  c.id, c.member_id AS "ownerId", c.order_id AS "orderId", c.title, c.brand, c.artwork, c.tint, c.form, c.mask, c.seq::int, c.seq_of::int AS of,
  ${state} AS state, ${epochMsSql("c.valid_until")} AS "validUntil", ${epochMsSql("c.created_at")} AS "createdAt",
  ${epochMsSql("c.first_reveal_at")} AS "revealedAt", ${epochMsSql("c.used_at")} AS "usedAt",
  (extract(epoch FROM ${by}) * 1000000)::bigint AS micros`;

/**
 * Whether a card is what the member searches: the keyword in lower case ($KEY) in its title, its
 * brand or its mask, or the card of the order ($ORDER).
 */
const isFound = (key: number) => `(
  position($${key}::text IN lower(c.title)) > 0 OR position($${key}::text IN lower(coalesce(c.brand, ''))) > 0
  OR lower(right(c.mask, 4)) = $${key}::text OR c.order_id = $${key + 1}::uuid)`;

/**
 * The cards of one page, with the accounts merged into the member in every row; one row without a card
 * when there is none. On a cluster the member and their cards lie on one node, and cards of merged
 * accounts on others, so these are a second statement, for the few members who have such accounts.
 */
const withMerged = (cards: string, order = "") => `
  SELECT m.merged_from AS "mergedFrom", own.* FROM member m LEFT JOIN LATERAL (${cards}) own ON true
  WHERE m.member_id = $1 ${order}`;

const listOf = (tab: Tab, isSearch = false) => {
  const { states, by, isFalling } = tabs[tab];
  const [beyond, direction] = isFalling ? ["<", "DESC"] : [">", "ASC"];
  const name = isSearch ? `cards_${tab}_found` : `cards_${tab}`;
  const page = (owner: string) => `
      SELECT ${columns(by)} FROM card c
      WHERE ${owner} AND ${state} IN (${states})
        AND ($3::bigint IS NULL
             OR (${by}, c.id) ${beyond} ('epoch'::timestamptz + $3 * interval '1 microsecond', $4::uuid))
        ${isSearch ? `AND ${isFound(6)}` : ""}
      ORDER BY ${by} ${direction}, c.id ${direction} LIMIT $5`;
  return {
    own: {
      name,
      text: withMerged(page(OWN), `ORDER BY own.micros ${direction}, own.id ${direction}`),
    },
    merged: { name: `${name}_merged`, text: page(MERGED) },
  };
};
const lists = { available: listOf("available"), used: listOf("used"), over: listOf("over") };
const searches = {
  available: listOf("available", true),
  used: listOf("used", true),
  over: listOf("over", true),
};

/** What the member searches among their cards. */
export type CardSearch = {
  /** In lower case. */
  readonly keyword: string;
  /** The order whose number the keyword is. */
  readonly orderId: string | undefined;
};

export type CardPage = {
  readonly memberId: string;
  readonly tab: Tab;
  readonly after: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
  readonly now: Now;
  readonly search?: CardSearch | undefined;
};

type Merged = { readonly mergedFrom: readonly string[] };
type OwnRow = Merged & (CardRow | { readonly id: null });
const isCard = (row: OwnRow): row is Merged & CardRow => row.id !== null;

/** Reads the member's own cards, and those of merged accounts when there are any. */
async function readCards(
  db: Db,
  { own, merged }: { readonly own: PreparedStatement; readonly merged: PreparedStatement },
  memberId: string,
  values: readonly unknown[],
): Promise<{ cards: CardRow[]; isMerged: boolean }> {
  const rows = await runPrepared<OwnRow>(db, own, [memberId, ...values]);
  const cards: CardRow[] = rows.filter(isCard).map(({ mergedFrom: _, ...card }) => card);
  const from = rows[0]?.mergedFrom ?? [];
  if (from.length === 0) return { cards, isMerged: false };
  const more = await runPrepared<CardRow>(db, merged, [from, ...values]);
  return { cards: [...cards, ...more], isMerged: true };
}

/** One page of a tab, or of what is found in it. */
export async function listCards(
  db: Db,
  { memberId, tab, after, limit, now, search }: CardPage,
): Promise<CardRow[]> {
  const { cards, isMerged } = await readCards(db, (search ? searches : lists)[tab], memberId, [
    now,
    after?.micros ?? null,
    after?.id ?? null,
    limit,
    ...(search ? [search.keyword, search.orderId ?? null] : []),
  ]);
  if (!isMerged) return cards;
  const sign = tabs[tab].isFalling ? -1 : 1;
  return cards
    .toSorted((a, b) => sign * (a.micros - b.micros || (a.id < b.id ? -1 : 1)))
    .slice(0, limit);
}

const countsOf = (isSearch: boolean) => {
  const name = isSearch ? "cards_counts_found" : "cards_counts";
  const text = (owner: string, more = "") => `
    SELECT ${more}count(*) FILTER (WHERE state IN (${tabs.available.states}))::int AS available,
           count(*) FILTER (WHERE state IN (${tabs.used.states}))::int AS used,
           count(*) FILTER (WHERE state IN (${tabs.over.states}))::int AS over
    FROM (SELECT ${state} AS state FROM card c WHERE ${owner}
          ${isSearch ? `AND ${isFound(3)}` : ""}) kept`;
  const mergedFrom = `(SELECT merged_from FROM member WHERE member_id = $1) AS "mergedFrom", `;
  return {
    own: { name, text: text(OWN, mergedFrom) },
    merged: { name: `${name}_merged`, text: text(MERGED) },
  };
};
const counts = countsOf(false);
const foundCounts = countsOf(true);
export type TabCounts = Readonly<Record<Tab, number>>;

/** Counts the member's cards in each tab, or those that a search finds. */
export async function countCards(
  db: Db,
  memberId: string,
  now: Now,
  search?: CardSearch,
): Promise<TabCounts> {
  const { own, merged } = search ? foundCounts : counts;
  const values = [now, ...(search ? [search.keyword, search.orderId ?? null] : [])];
  type Own = TabCounts & { readonly mergedFrom: readonly string[] | null };
  const [row] = await runPrepared<Own>(db, own, [memberId, ...values]);
  const { mergedFrom, available = 0, used = 0, over = 0 } = row ?? {};
  if (!mergedFrom || mergedFrom.length === 0) return { available, used, over };
  const [more] = await runPrepared<TabCounts>(db, merged, [mergedFrom, ...values]);
  return {
    available: available + (more?.available ?? 0),
    used: used + (more?.used ?? 0),
    over: over + (more?.over ?? 0),
  };
}

const oneOf = (owner: string) =>
  `SELECT ${columns("c.created_at")} FROM card c WHERE ${owner} AND c.id = $3`;
const one = {
  own: { name: "cards_one", text: withMerged(oneOf(OWN)) },
  merged: { name: "cards_one_merged", text: oneOf(MERGED) },
};

export async function findCard(
  db: Db,
  { memberId, id, now }: { memberId: string; id: string; now: Now },
): Promise<CardRow | undefined> {
  const { cards } = await readCards(db, one, memberId, [now, id]);
  return cards[0];
}

export type NewCard = {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly seq: number;
  readonly of: number;
  readonly title: string;
  readonly brand: string | null;
  readonly artwork: string;
  readonly tint: string;
  readonly form: string;
  readonly mask: string;
  readonly codeSealed: Buffer;
  readonly secretSealed: Buffer | null;
  readonly qrSealed: Buffer | null;
  readonly validUntil: Date | null;
};

/** Inserts a card; a repeat of the same number of the same item is ignored. */
export async function insertCard(tx: Tx, card: NewCard, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO card (member_id, id, order_id, item_id, seq, seq_of, title, brand, artwork, tint, form, mask,
                      code_sealed, secret_sealed, qr_sealed, state, valid_until, created_at)
    VALUES (${card.ownerId}, ${card.id}, ${card.orderId}, ${card.itemId}, ${card.seq}, ${card.of}, ${card.title},
            ${card.brand}, ${card.artwork}, ${card.tint}, ${card.form}, ${card.mask}, ${card.codeSealed},
            ${card.secretSealed}, ${card.qrSealed}, 'READY', ${card.validUntil}::timestamptz, ${sqlNow(now)})
    ON CONFLICT (member_id, item_id, seq) DO NOTHING`);
}

export type RevealedCard = {
  readonly codeSealed: Buffer;
  readonly secretSealed: Buffer | null;
  readonly qrSealed: Buffer | null;
  readonly revealCount: number;
  readonly isFirst: boolean;
  readonly itemId: string;
};

/**
 * Counts one more reveal and returns the sealed parts; `undefined` when the card is void or
 * unknown.
 */
export async function recordReveal(
  tx: Tx,
  { memberId, id, now }: { memberId: string; id: string; now: Now },
): Promise<RevealedCard | undefined> {
  const opened = await tx.execute<RevealedCard>(sql`
    UPDATE card SET state = CASE WHEN state = 'READY' THEN 'REVEALED' ELSE state END,
                    reveal_count = reveal_count + 1, first_reveal_at = least(first_reveal_at, ${sqlNow(now)})
    WHERE member_id = ${memberId} AND id = ${id} AND state <> 'VOID'
    RETURNING code_sealed AS "codeSealed", secret_sealed AS "secretSealed", qr_sealed AS "qrSealed",
              reveal_count AS "revealCount", reveal_count = 1 AS "isFirst", item_id AS "itemId"`);
  return opened.rows[0];
}

/** Counts the reveals of a card since an instant. */
export async function revealsSince(
  tx: Tx,
  { memberId, id, since }: { memberId: string; id: string; since: Date },
): Promise<{ shown: number; firstAt: number }> {
  const found = await tx.execute<{ shown: number; firstAt: number | null }>(sql`
    SELECT count(*)::int AS shown, ${sql.raw(epochMsSql("min(at)"))} AS "firstAt" FROM event
    WHERE member_id = ${memberId} AND entity_id = ${id} AND name = 'revealed' AND at > ${since}::timestamptz`);
  const { shown = 0, firstAt } = found.rows[0] ?? {};
  return { shown, firstAt: firstAt ?? since.getTime() };
}

/** Marks a card as used; false when it was used already or is void. */
export async function markCardUsed(
  tx: Tx,
  { memberId, id, now }: { memberId: string; id: string; now: Now },
): Promise<boolean> {
  const marked = await tx.execute(sql`
    UPDATE card SET state = 'MARKED_USED', used_at = ${sqlNow(now)}
    WHERE member_id = ${memberId} AND id = ${id}
      AND state = ANY(${sql.param([...fromStates(cardLifecycle, "mark_used")])}::text[])`);
  return marked.rowCount === 1;
}

const ofOrder = `
  SELECT ${columns("c.created_at")} FROM card c
  WHERE c.member_id = $1 AND c.order_id = $3 AND c.state <> 'VOID' ORDER BY c.created_at, c.item_id, c.seq`;

/** Lists the cards that an order brought, in the order of their delivery, without void ones. */
export async function cardsOfOrder(
  db: Db | Tx,
  { ownerId, orderId, now }: { ownerId: string; orderId: string; now: Now },
): Promise<CardRow[]> {
  const found = await db.execute<CardRow>(bindParameters(ofOrder, [ownerId, now, orderId]));
  return found.rows;
}

/** How many cards of an order were marked as used, and how many can still be used. */
export async function countOfOrder(
  tx: Tx,
  { ownerId, orderId, now }: { ownerId: string; orderId: string; now: Now },
): Promise<{ live: number; used: number }> {
  const found = await tx.execute<{ live: number; used: number }>(sql`
    SELECT count(*) FILTER (WHERE state IN ('READY', 'REVEALED')
                              AND (valid_until IS NULL OR valid_until > ${sqlNow(now)}))::int AS live,
           count(*) FILTER (WHERE state = 'MARKED_USED')::int AS used
    FROM card WHERE member_id = ${ownerId} AND order_id = ${orderId}`);
  return found.rows[0] ?? { live: 0, used: 0 };
}

/** Counts the cards of an item, and those that their owner revealed or used. */
export async function countOfItem(
  db: Db | Tx,
  ownerId: string,
  itemId: string,
): Promise<{ kept: number; revealed: number; seen: number[] }> {
  const found = await db.execute<{ kept: number; revealed: number; seen: number[] }>(sql`
    SELECT count(*)::int AS kept,
           count(*) FILTER (WHERE state IN ('REVEALED', 'MARKED_USED'))::int AS revealed,
           coalesce(array_agg(seq::int ORDER BY seq) FILTER (WHERE state IN ('REVEALED', 'MARKED_USED')), '{}') AS seen
    FROM card WHERE member_id = ${ownerId} AND item_id = ${itemId} AND state <> 'VOID'`);
  return found.rows[0] ?? { kept: 0, revealed: 0, seen: [] };
}

/** Voids at most `count` cards of an item, unrevealed ones first; returns their ids. */
export async function voidOfItem(
  tx: Tx,
  {
    ownerId,
    itemId,
    count,
    reason,
  }: { ownerId: string; itemId: string; count: number; reason: string },
): Promise<string[]> {
  const ended = await tx.execute<{ id: string }>(sql`
    UPDATE card SET state = 'VOID', void_reason = ${reason}
    WHERE member_id = ${ownerId} AND state IN ('READY', 'REVEALED') AND id IN (
      SELECT id FROM card
      WHERE member_id = ${ownerId} AND item_id = ${itemId} AND state IN ('READY', 'REVEALED')
      ORDER BY reveal_count, seq DESC LIMIT ${count})
    RETURNING id`);
  return ended.rows.map(({ id }) => id);
}

/**
 * Voids at most `count` unrevealed cards of an item; waits for one that is being revealed at this
 * moment.
 */
export async function voidUnseenOfItem(
  tx: Tx,
  {
    ownerId,
    itemId,
    count,
    reason,
  }: { ownerId: string; itemId: string; count: number; reason: string },
): Promise<string[]> {
  const ended = await tx.execute<{ id: string }>(sql`
    UPDATE card SET state = 'VOID', void_reason = ${reason}
    WHERE member_id = ${ownerId} AND state = 'READY' AND reveal_count = 0 AND id IN (
      SELECT id FROM card
      WHERE member_id = ${ownerId} AND item_id = ${itemId} AND state = 'READY' AND reveal_count = 0
      ORDER BY seq DESC LIMIT ${count})
    RETURNING id`);
  return ended.rows.map(({ id }) => id);
}
