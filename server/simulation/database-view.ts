/**
 * Reads the state of the database in the model's terms, in one statement, so that it is a
 * consistent snapshot.
 */
import type { Db } from "../src/platform/database/pool.ts";

type Sums = Readonly<Record<string, number>>;

export type SeenOrder = {
  readonly no: string;
  readonly state: "WAIT_PAY" | "ACTIVE" | "DONE" | "CANCELLED" | "CLOSED";
  readonly pay: string;
  /**
   * Every item is delivered or has failed; an order of cards stays open until its cards are used.
   */
  readonly isDelivered: boolean;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly backFen: number;
};
export type SeenRefund = {
  readonly orderNo: string;
  readonly state: string;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
};
export type SeenTopUp = {
  readonly no: string;
  readonly state: string;
  readonly amountFen: number;
  readonly takenFen: number;
};
export type SeenSupply = {
  readonly outNo: string;
  readonly itemId: string;
  readonly state: string;
  readonly itemState: string;
};

/** A points lot; instants in ms. */
export type SeenLot = {
  readonly id: string;
  readonly memberId: string;
  readonly source: string;
  readonly points: number;
  readonly left: number;
  readonly state: "PENDING" | "ACTIVE" | "SPENT" | "EXPIRED" | "CANCELLED";
  readonly beginsAt: number;
  readonly endsAt: number;
};

export type SeenCoupon = {
  readonly id: string;
  readonly state: "AVAILABLE" | "LOCKED" | "USED" | "VOID";
  readonly until: number;
  /** How often it was returned. */
  readonly backs: number;
  readonly lockedBy: string | null;
  readonly usedBy: string | null;
};

export type SeenWithdrawal = {
  readonly no: string;
  readonly memberId: string;
  readonly state:
    | "REVIEWING"
    | "PAYING"
    | "WAIT_USER_CONFIRM"
    | "SUCCESS"
    | "RETURNED"
    | "CANCELLED";
  readonly amountFen: number;
  readonly netFen: number;
  readonly billNo: string | null;
};

export type View = {
  /** Balances by member, then by asset and account: `CNY principal`. */
  readonly books: Readonly<Record<string, Sums>>;
  readonly orders: readonly SeenOrder[];
  readonly refunds: readonly SeenRefund[];
  readonly topUps: readonly SeenTopUp[];
  readonly codes: Readonly<Record<string, string>>;
  readonly supplies: readonly SeenSupply[];
  readonly lots: readonly SeenLot[];
  /**
   * Points taken out of lots and held, by member, also when the lease has expired but is not
   * recorded yet.
   */
  readonly away: Sums;
  /** Expiries in the ledger by lot: their number and their points. */
  readonly endings: Readonly<Record<string, { readonly times: number; readonly points: number }>>;
  readonly coupons: readonly SeenCoupon[];
  readonly campaign: { readonly heldFen: number; readonly spentFen: number };
  readonly withdrawals: readonly SeenWithdrawal[];
  /** Points that orders earned minus the points taken back, by member. */
  readonly earned: Sums;
  /** The sum of all balances and their counter-entries, by asset; it must be 0. */
  readonly totals: Sums;
};

const VIEW = {
  name: "simulation_view",
  text: `
  SELECT jsonb_build_object(
    'books', (SELECT coalesce(jsonb_object_agg(member_id, sums), '{}') FROM (
      SELECT member_id, jsonb_object_agg(asset || ' ' || purpose, balance) AS sums FROM ledger_account GROUP BY 1) b),
    'orders', (SELECT coalesce(jsonb_agg(jsonb_build_object('no', order_no, 'state', order_state, 'pay', pay_state,
      'isDelivered', NOT EXISTS (SELECT FROM order_item i WHERE i.member_id = orders.member_id
        AND i.order_id = orders.id AND i.fulfil_state NOT IN ('DONE', 'FAILED')),
      'cashFen', cash_fen, 'balanceFen', balance_fen, 'points', coalesce(points, 0), 'backFen', refunded_fen)
      ORDER BY created_at, id), '[]') FROM orders WHERE source = 'shop'),
    'refunds', (SELECT coalesce(jsonb_agg(jsonb_build_object('orderNo', o.order_no, 'state', r.state,
      'cashFen', r.cash_fen, 'balanceFen', r.balance_fen, 'points', r.points) ORDER BY r.created_at, r.id), '[]')
      FROM refund r JOIN orders o ON o.member_id = r.member_id AND o.id = r.order_id),
    'topUps', (SELECT coalesce(jsonb_agg(jsonb_build_object('no', topup_no, 'state', state, 'amountFen', amount_fen,
      'takenFen', taken_fen) ORDER BY created_at, id), '[]') FROM topup),
    'codes', (SELECT coalesce(jsonb_object_agg(encode(code_mac, 'hex'), state), '{}') FROM code),
    'supplies', (SELECT coalesce(jsonb_agg(jsonb_build_object('outNo', s.out_no, 'itemId', s.item_id, 'state', s.state,
      'itemState', i.fulfil_state) ORDER BY s.created_at, s.id), '[]')
      FROM supplier_order s JOIN order_item i ON i.member_id = s.member_id AND i.id = s.item_id),
    'lots', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'memberId', member_id, 'source', source_kind,
      'points', amount, 'left', remaining, 'state', state, 'beginsAt', floor(extract(epoch FROM active_at) * 1000),
      'endsAt', floor(extract(epoch FROM expires_at) * 1000)) ORDER BY created_at, id), '[]') FROM points_lot),
    'away', (SELECT coalesce(jsonb_object_agg(member_id, points), '{}') FROM (
      SELECT h.member_id, sum(l.taken - l.back) AS points
      FROM points_hold h JOIN points_hold_lot l ON l.member_id = h.member_id AND l.hold_id = h.id
      WHERE h.state = 'open' GROUP BY 1) a),
    'endings', (SELECT coalesce(jsonb_object_agg(ref, sums), '{}') FROM (
      SELECT x.ref, jsonb_build_object('times', count(*), 'points', sum(t.amount)) AS sums
      FROM ledger_txn x JOIN ledger_transfer t ON t.member_id = x.member_id AND t.txn_id = x.id
      WHERE x.kind = 'points_expire' GROUP BY 1) e),
    'coupons', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'state', c.state, 'backs', c.returned_count,
      'until', floor(extract(epoch FROM c.valid_until) * 1000), 'lockedBy', l.order_no, 'usedBy', u.order_no)), '[]')
      FROM member_coupon c LEFT JOIN orders l ON l.member_id = c.member_id AND l.id = c.locked_order
      LEFT JOIN orders u ON u.member_id = c.member_id AND u.id = c.used_order),
    'campaign', (SELECT jsonb_build_object('heldFen', sum(held_fen), 'spentFen', sum(spent_fen)) FROM campaign_spend),
    'withdrawals', (SELECT coalesce(jsonb_agg(jsonb_build_object('no', withdrawal_no, 'memberId', member_id,
      'state', state, 'amountFen', amount_fen, 'netFen', net_fen, 'billNo', out_bill_no)), '[]') FROM withdrawal),
    'earned', (SELECT coalesce(jsonb_object_agg(member_id, points), '{}') FROM (
      SELECT member_id, sum(amount - clawed) AS points FROM points_lot WHERE source_kind = 'points_earn' GROUP BY 1) e),
    'totals', (SELECT coalesce(jsonb_object_agg(asset, fen), '{}') FROM (
      SELECT asset, sum(change) AS fen FROM (
        SELECT asset, balance * ledger_sign(asset, purpose) AS change FROM ledger_account
        UNION ALL SELECT asset, change FROM ledger_line WHERE version IS NULL) one GROUP BY asset) t)
  ) AS view`,
};

export async function readView(db: Db): Promise<View> {
  const { rows } = await db.$client.query<{ view: View }>(VIEW);
  if (!rows[0]) throw new Error("the view is empty");
  return rows[0].view;
}
