/**
 * A member's list: own orders and those claimed from guests, newest first, by keyset (growth.md,
 * Rulings, Guests). The database builds the JSON of own orders and returns the claims in one round
 * trip; only when there are claims, a second reads their orders by their owners' ids.
 */
import type { Position } from "../../../platform/database/keyset.ts";
import { type Db, runPrepared } from "../../../platform/database/pool.ts";
import type { Order } from "../model.ts";
import { addOrdersToCounts, countsByKind, ORDERS_TO_COUNT, ordersSinceCounts } from "./counts.ts";
import { columnsOf } from "./read.ts";
import { sqlNowText } from "../../../platform/database/sql.ts";

export type ListFilter = {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  readonly keyword?: string | undefined;
};
export type Listed = Order & Position & { readonly bucket: string };

/** A member claims few orders; at most this many are read for one page. */
const CLAIMED_MAX = 500;

/**
 * Parameter 6 is now. An expired unpaid order counts as closed, even before the job has closed it.
 */
const isOver = `(o.order_state = 'WAIT_PAY' AND o.expires_at <= ${sqlNowText(6)})`;
export const stateNow = `CASE WHEN ${isOver} THEN 'CLOSED' ELSE o.order_state END`;
export const closedNow = `CASE WHEN ${isOver} THEN 'expired' ELSE o.closed_reason END`;

/**
 * The state filters of the API, from the four axes; `after_sale` has refunded orders and returned
 * codes.
 */
export const bucket = `CASE
  WHEN o.refund_state <> 'NONE' OR o.closed_reason = 'returned' THEN 'after_sale'
  WHEN ${isOver} THEN 'ended'
  WHEN o.order_state = 'WAIT_PAY' THEN 'wait_pay'
  WHEN o.order_state <> 'ACTIVE' THEN 'ended'
  WHEN o.fulfil_state = 'DONE' THEN 'ready'
  ELSE 'processing' END`;
/** The orders that a filter by state can find; the index `orders_states` has these only. */
const hasState = `(o.order_state IN ('WAIT_PAY', 'ACTIVE') OR o.refund_state <> 'NONE' OR o.closed_reason = 'returned')`;
const micros = "(extract(epoch FROM o.created_at) * 1000000)::bigint";
const listed = (owner: string) => `${columnsOf(owner)}, ${micros} AS micros, ${bucket} AS bucket`;

/**
 * Parameters 3 to 5: kind, state and keyword, each null when not filtered; `live` is `ready` with a
 * code to show.
 */
const filtered = (owner: string) => `
  ($3::text IS NULL OR CASE WHEN $3 = 'code' THEN o.source = 'code' ELSE o.kind = $3 END)
  AND ($4::text IS NULL OR ${bucket} = CASE $4 WHEN 'live' THEN 'ready' ELSE $4 END)
  AND ($4::text IS DISTINCT FROM 'live' OR EXISTS (
        SELECT 1 FROM pickup_code p WHERE p.member_id = ${owner} AND p.order_id = o.id))
  AND ($5::text IS NULL OR position($5 in lower(o.title || ' ' || o.items_text)) > 0
       OR starts_with(o.order_no, $5))`;
export const valuesOf = ({ kind, state, keyword }: ListFilter, now: Date | null) => [
  kind === undefined || kind === "all" ? null : kind,
  state ?? null,
  keyword?.trim().toLowerCase() || null,
  now,
];

/** Parameters 7 and 8: the position after which the page begins. */
const after = (createdAt: string, id: string) =>
  `AND (${createdAt}, ${id}) < ('epoch'::timestamptz + $7::bigint * interval '1 microsecond', $8::uuid)`;

/** The owner of the rows of a page of own orders, and of orders of other owners. */
export const [OWN, THEIR] = ["$1::uuid", "o.member_id"];

/**
 * A page of own orders, each as `selected`, combined by `together`; and the claims of other owners'
 * orders.
 */
export const pageText = (selected: string, together: string, isFirst: boolean, more = "true") => `
  SELECT (SELECT ${together} FROM (
           SELECT ${selected} FROM orders o
           WHERE o.member_id = $1 AND o.hidden_at IS NULL AND ${more} AND ${filtered(OWN)}
             ${isFirst ? "" : after("o.created_at", "o.id")}
           ORDER BY o.created_at DESC, o.id DESC LIMIT $2) own) AS own,
         (SELECT json_agg(claim) FROM (
           SELECT c.owner_id AS "ownerId", c.order_id AS "orderId" FROM claimed_order c
           WHERE c.member_id = $1 AND c.hidden_at IS NULL
             ${isFirst ? "" : after("c.created_at", "c.order_id")}
           ORDER BY c.created_at DESC, c.order_id DESC LIMIT ${CLAIMED_MAX}) claim) AS claims`;
const newest = { name: "orders_newest", text: pageText(listed(OWN), "json_agg(own)", true) };
const newestLive = {
  name: "orders_newest_live",
  text: pageText(listed(OWN), "json_agg(own)", true, hasState),
};

/** Other owners' orders by the owners' ids ($1) and the orders' ids ($7). */
export const claimedText = (selected: string) => `
  SELECT ${selected} FROM orders o
  WHERE o.member_id = ANY ($1::uuid[]) AND (o.member_id, o.id) IN (SELECT * FROM unnest($1::uuid[], $7::uuid[])) AND ${filtered(THEIR)}
  ORDER BY o.created_at DESC, o.id DESC LIMIT $2`;

const claimedOrders = { name: "orders_claimed", text: claimedText(listed(THEIR)) };

export type Claim = { ownerId: string; orderId: string };

const readClaimed = (
  db: Db,
  claims: readonly Claim[],
  { filter, limit, now }: Pick<Page, "filter" | "limit"> & { readonly now: Date | null },
) =>
  runPrepared<Listed>(db, claimedOrders, [
    claims.map(({ ownerId }) => ownerId),
    limit,
    ...valuesOf(filter, now),
    claims.map(({ orderId }) => orderId),
  ]);

export type Page = {
  readonly filter: ListFilter;
  readonly after: Position | undefined;
  readonly limit: number;
};

const newestFirst = (a: Position, b: Position): number =>
  b.micros - a.micros || (a.id < b.id ? 1 : -1);

/** A member's newest orders, at most `limit`. */
export async function newestOrders(
  db: Db,
  memberId: string,
  { filter, limit, now }: Pick<Page, "filter" | "limit"> & { readonly now: Date | null },
): Promise<Listed[]> {
  const values = [memberId, limit, ...valuesOf(filter, now)];
  const [row] = await runPrepared<{ own: Listed[] | null; claims: Claim[] | null }>(
    db,
    filter.state === "live" ? newestLive : newest,
    values,
  );
  const own = row?.own ?? [];
  const claims = row?.claims ?? [];
  if (claims.length === 0) return own;
  const claimed = await readClaimed(db, claims, { filter, limit, now });
  return [...own, ...claimed].sort(newestFirst).slice(0, limit);
}

/** A number of orders of a kind and source, or of those in a state. */
export type Count =
  | { readonly kind: string; readonly source: string; readonly count: number }
  | { readonly bucket: string; readonly count: number };

const counts = {
  name: "orders_counts",
  text: `
    SELECT coalesce((SELECT json_agg(n) FROM (${countsByKind}) n), '[]') AS kinds, (${ordersSinceCounts}) AS later,
           coalesce((SELECT json_agg(n) FROM (
             SELECT ${bucket.replaceAll("$6", "$2")} AS bucket, count(*)::int AS count FROM orders o
             WHERE o.member_id = $1 AND o.hidden_at IS NULL AND ${hasState} GROUP BY 1) n), '[]') AS states,
           coalesce((SELECT json_agg(claim) FROM (
             SELECT c.owner_id AS "ownerId", c.order_id AS "orderId" FROM claimed_order c
             WHERE c.member_id = $1 AND c.hidden_at IS NULL LIMIT ${CLAIMED_MAX}) claim), '[]') AS claims`,
};

/** Counts a member's orders by kind and source, and by state where they have one; without hidden ones. */
export async function countOrders(db: Db, memberId: string, now: Date | null): Promise<Count[]> {
  type Row = { kinds: Count[]; states: Count[]; claims: Claim[]; later: number };
  const [row] = await runPrepared<Row>(db, counts, [memberId, now]);
  const { kinds = [], states = [], claims = [], later = 0 } = row ?? {};
  if (later >= ORDERS_TO_COUNT) await addOrdersToCounts(db, memberId, now);
  const own = [...kinds, ...states];
  if (claims.length === 0) return own;
  const claimed = await readClaimed(db, claims, { filter: {}, limit: CLAIMED_MAX, now });
  const one = ({ kind, source, bucket: state }: Listed): Count[] => [
    { kind, source, count: 1 },
    { bucket: state, count: 1 },
  ];
  return [...own, ...claimed.flatMap(one)];
}
