/**
 * A page of a member's list as lines of text: the database renders what is data of each card, so that nothing is taken
 * apart and put together again on the way. What takes words or keys is left to `view.ts`.
 */
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import { type Db, runPrepared } from "../../../platform/database/pool.ts";
import type { States } from "../machine.ts";
import type { SealedCode } from "../model.ts";
import {
  type Claim,
  claimedText,
  closedNow,
  pageText,
  type Page,
  stateNow,
  valuesOf,
} from "./list.ts";

const json = (column: string) => `to_json(${column})::text`;
const kept = (name: string) => `',"${name}":' || (o.snapshot->'${name}')::text`;

/** Microseconds since 1970, by `date_part`: `extract` reckons in decimals, far slower. */
const micros = "round(date_part('epoch', o.created_at) * 1000000)::bigint";

/** What only an order that is paid for comes to. */
const shop = `CASE WHEN o.source = 'shop' OR o.payable_fen > 0 THEN concat(
  ',"levelOffFen":', o.level_off_fen, ',"couponOffFen":', o.coupon_off_fen, ',"pointsOffFen":', o.points_off_fen,
  ',"payableFen":', o.payable_fen, ',"balanceFen":', o.balance_fen, ',"cashFen":', o.cash_fen,
  ',"refundedFen":', o.refunded_fen) END`;

/** The card without its last brace; `concat` leaves out what is null. Tabs and line ends are escaped within JSON. */
const card = `concat(
  '{"orderNo":', ${json("o.order_no")}, ',"kind":"', o.kind, '","source":"', o.source, '","title":', ${json("o.title")},
  ',"brand":' || ${json("o.brand_code")}, ',"artwork":', ${json("o.artwork")},
  ',"itemsText":', ${json("o.items_text")}, ',"quantity":', o.quantity,
  ',"createdAt":', ${micros} / 1000,
  ',"amounts":{"goodsFen":', o.goods_fen, ',"voucherFen":', o.voucher_fen,
  ',"differenceFen":', o.difference_fen, ',"paidFen":', o.paid_fen, ',"points":' || o.points, ${shop}, '}',
  CASE ${stateNow} WHEN 'WAIT_PAY' THEN ',"expiresAt":' || floor(date_part('epoch', o.expires_at) * 1000)::bigint END,
  ${["brandName", "store", "slot", "eatType"].map(kept).join(", ")})`;

/** Sealed codes of an order that may be waiting to be picked up. */
const sealed = `CASE WHEN o.fulfil_state = 'DONE' AND o.order_state = 'ACTIVE' THEN (
  SELECT json_agg(json_build_object('seq', p.seq, 'code', encode(p.code_sealed, 'base64'),
                                    'qr', encode(p.qr_sealed, 'base64')) ORDER BY p.seq)::text
  FROM pickup_code p WHERE p.member_id = o.member_id AND p.order_id = o.id) END`;

const line = `concat(${micros}, E'\\t', o.id, E'\\t', o.kind, E'\\t', ${stateNow}, E'\\t', o.pay_state, E'\\t',
  o.fulfil_state, E'\\t', o.refund_state, E'\\t', ${closedNow}, E'\\t', ${sealed}, E'\\t', ${card}) AS line`;
const together = "string_agg(own.line, E'\\n')";

const first = { name: "orders_first_lines", text: pageText(line, together, true) };
const later = { name: "orders_later_lines", text: pageText(line, together, false) };
const claimed = { name: "orders_claimed_lines", text: claimedText(line) };

export type ListLine = States & {
  readonly micros: number;
  readonly id: string;
  readonly kind: OrderKind;
  readonly closedReason: string | null;
  readonly sealed: readonly Omit<SealedCode, "validUntil">[];
  /** The card's JSON without its last brace. */
  readonly card: string;
};

function lineOf(text: string): ListLine {
  const [at, id, kind, order, pay, fulfil, refund, closed, codes, made] = text.split("\t");
  // Field by field: a line made of spreads takes longer than all else here. The columns' CHECKs hold the states.
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

/** At most `limit` lines after a position, newest first; a second round trip only where there are claims. */
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
