/**
 * Renders a page of a member's list as lines of text: the database renders the data of each card as
 * JSON, so that the server need not parse and serialise it again. `view.ts` adds what needs texts
 * or keys.
 */
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import { type Db, runPrepared } from "../../../platform/database/pool.ts";
import type { States } from "../lifecycle.ts";
import type { SealedCode } from "../model.ts";
import {
  type Claim,
  claimedText,
  closedNow,
  pageText,
  type Page,
  OWN,
  stateNow,
  THEIR,
  valuesOf,
} from "./list.ts";

const json = (column: string) => `to_json(${column})::text`;
const snapshotField = (name: string) => `',"${name}":' || (o.snapshot->'${name}')::text`;

/** Microseconds since 1970, by `date_part`: `extract` computes in decimals, far slower. */
const micros = "round(date_part('epoch', o.created_at) * 1000000)::bigint";

/** The fields that only a paid order has. */
const shop = `CASE WHEN o.source = 'shop' OR o.payable_fen > 0 THEN concat(
  ',"levelOffFen":', o.level_off_fen, ',"couponOffFen":', o.coupon_off_fen, ',"pointsOffFen":', o.points_off_fen,
  ',"payableFen":', o.payable_fen, ',"balanceFen":', o.balance_fen, ',"cashFen":', o.cash_fen,
  ',"refundedFen":', o.refunded_fen) END`;

/**
 * The card without its closing brace; `concat` skips nulls. Tabs and line ends are escaped within
 * JSON.
 */
const card = `concat(
  '{"orderNo":', ${json("o.order_no")}, ',"kind":"', o.kind, '","source":"', o.source, '","title":', ${json("o.title")},
  ',"brand":' || ${json("o.brand_code")}, ',"artwork":', ${json("o.artwork")},
  ',"itemsText":', ${json("o.items_text")}, ',"quantity":', o.quantity,
  ',"createdAt":', ${micros} / 1000,
  ',"amounts":{"goodsFen":', o.goods_fen, ',"voucherFen":', o.voucher_fen,
  ',"differenceFen":', o.difference_fen, ',"paidFen":', o.paid_fen, ',"points":' || o.points, ${shop}, '}',
  CASE ${stateNow} WHEN 'WAIT_PAY' THEN ',"expiresAt":' || floor(date_part('epoch', o.expires_at) * 1000)::bigint END,
  ',"photo":' || (o.snapshot->'lines'->0->'photo')::text,
  ${["brandName", "store", "slot", "eatType"].map(snapshotField).join(", ")})`;

/** The sealed codes of an order that may be waiting for pickup. */
const sealed = (
  owner: string,
) => `CASE WHEN o.fulfil_state = 'DONE' AND o.order_state = 'ACTIVE' THEN (
  SELECT json_agg(json_build_object('seq', p.seq, 'code', encode(p.code_sealed, 'base64'),
                                    'qr', encode(p.qr_sealed, 'base64')) ORDER BY p.seq)::text
  FROM pickup_code p WHERE p.member_id = ${owner} AND p.order_id = o.id) END`;

const line = (
  owner: string,
) => `concat(${micros}, E'\\t', o.id, E'\\t', o.kind, E'\\t', ${stateNow}, E'\\t', o.pay_state, E'\\t',
  o.fulfil_state, E'\\t', o.refund_state, E'\\t', ${closedNow}, E'\\t', ${sealed(owner)}, E'\\t', ${card}) AS line`;
const together = "string_agg(own.line, E'\\n')";

const first = { name: "orders_first_lines", text: pageText(line(OWN), together, true) };
const later = { name: "orders_later_lines", text: pageText(line(OWN), together, false) };
const claimed = { name: "orders_claimed_lines", text: claimedText(line(THEIR)) };

export type ListLine = States & {
  readonly micros: number;
  readonly id: string;
  readonly kind: OrderKind;
  readonly closedReason: string | null;
  readonly sealed: readonly Omit<SealedCode, "validUntil">[];
  /** The card's JSON without its closing brace. */
  readonly card: string;
};

function lineOf(text: string): ListLine {
  const [at, id, kind, order, pay, fulfil, refund, closed, codes, made] = text.split("\t");
  // Field by field, because object spreads would take longer than everything else here. The
  // columns' CHECKs guarantee the states.
  return {
    micros: Number(at),
    id,
    kind,
    orderState: order,
    payState: pay,
    fulfilState: fulfil,
    refundState: refund,
    closedReason: closed === "" ? null : closed,
    sealed: codes ? JSON.parse(codes) : [],
    card: made,
  } as ListLine;
}

const newestFirst = (a: ListLine, b: ListLine): number =>
  b.micros - a.micros || (a.id < b.id ? 1 : -1);

/**
 * Lists at most `limit` lines after a position, newest first; makes a second round trip only when
 * there are claims.
 */
export async function listLines(
  db: Db,
  memberId: string,
  page: Page,
  now: Date | null,
): Promise<ListLine[]> {
  const { filter, limit, after } = page;
  const from = after ? [after.micros, after.id] : [];
  const values = [memberId, limit, ...valuesOf(filter, now), ...from];
  const statement = after ? later : first;
  const [row] = await runPrepared<{ own: string | null; claims: Claim[] | null }>(
    db,
    statement,
    values,
  );
  const claims = row?.claims ?? [];
  const lines = row?.own?.split("\n").map(lineOf) ?? [];
  if (claims.length === 0) return lines;
  const owners = claims.map(({ ownerId }) => ownerId);
  const ids = claims.map(({ orderId }) => orderId);
  const claimedValues = [owners, limit, ...valuesOf(filter, now), ids];
  const theirs = await runPrepared<{ line: string }>(db, claimed, claimedValues);
  return [...lines, ...theirs.map((one) => lineOf(one.line))].sort(newestFirst).slice(0, limit);
}
