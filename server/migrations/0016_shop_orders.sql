-- Orders of the shop: what a quote came to, who pays which part of it, and one row for each thing bought.

ALTER TABLE orders
  ADD COLUMN quote_id uuid,
  ADD COLUMN level_off_fen integer NOT NULL DEFAULT 0 CHECK (level_off_fen >= 0),
  ADD COLUMN coupon_off_fen integer NOT NULL DEFAULT 0 CHECK (coupon_off_fen >= 0),
  ADD COLUMN points_off_fen integer NOT NULL DEFAULT 0 CHECK (points_off_fen >= 0),
  ADD COLUMN payable_fen integer NOT NULL DEFAULT 0 CHECK (payable_fen >= 0),
  ADD COLUMN balance_fen integer NOT NULL DEFAULT 0 CHECK (balance_fen >= 0),
  ADD COLUMN cash_fen integer NOT NULL DEFAULT 0 CHECK (cash_fen >= 0),
  ADD COLUMN refunded_fen integer NOT NULL DEFAULT 0,
  -- [{couponId, templateId, offFen}]: what each coupon took off.
  ADD COLUMN coupons jsonb NOT NULL DEFAULT '[]',
  -- Under which ids points and balance are held, and what a refund gives back to.
  ADD COLUMN points_hold uuid,
  ADD COLUMN wallet_hold uuid,
  ADD COLUMN wallet_parts jsonb,
  -- The payment that won.
  ADD COLUMN attempt_id uuid,
  ADD CONSTRAINT orders_quote_once UNIQUE (member_id, quote_id),
  ADD CONSTRAINT orders_refunded_within CHECK (refunded_fen BETWEEN 0 AND paid_fen),
  ADD CONSTRAINT orders_sum CHECK (quote_id IS NULL OR (
    payable_fen = goods_fen - level_off_fen - coupon_off_fen - points_off_fen
    AND payable_fen = balance_fen + cash_fen AND expires_at IS NOT NULL));
CREATE INDEX orders_unpaid ON orders (member_id, expires_at) WHERE order_state = 'WAIT_PAY';
CREATE INDEX orders_unpaid_over ON orders (expires_at) WHERE order_state = 'WAIT_PAY';

-- One thing bought, with its part of every amount; `supply` is what will be asked of suppliers once it is paid.
CREATE TABLE order_item (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 20),
  sku_id text NOT NULL,
  snapshot jsonb NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  unit_fen integer NOT NULL CHECK (unit_fen >= 0),
  goods_fen integer NOT NULL CHECK (goods_fen >= 0),
  level_off_fen integer NOT NULL CHECK (level_off_fen >= 0),
  coupon_off_fen integer NOT NULL CHECK (coupon_off_fen >= 0),
  points_off_fen integer NOT NULL CHECK (points_off_fen >= 0),
  points integer NOT NULL CHECK (points >= 0),
  cash_fen integer NOT NULL CHECK (cash_fen >= 0),
  balance_fen integer NOT NULL CHECK (balance_fen >= 0),
  cost_fen integer NOT NULL CHECK (cost_fen >= 0),
  input_sealed bytea,
  input_mask jsonb NOT NULL DEFAULT '[]',
  supply jsonb,
  supply_contact bytea,
  fulfil_state text NOT NULL DEFAULT 'NONE'
    CHECK (fulfil_state IN ('NONE', 'QUEUED', 'SUBMITTED', 'UNKNOWN', 'MANUAL', 'DONE', 'FAILED', 'REFUNDED')),
  done_at timestamptz,
  refunded_quantity integer NOT NULL DEFAULT 0,
  -- {cashFen, balanceFen, points}: what went back, and what is on its way.
  refunded jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, order_id, seq),
  FOREIGN KEY (member_id, order_id) REFERENCES orders (member_id, id),
  CONSTRAINT order_item_sum
    CHECK (goods_fen - level_off_fen - coupon_off_fen - points_off_fen = balance_fen + cash_fen),
  CONSTRAINT order_item_refunded_within CHECK (refunded_quantity BETWEEN 0 AND quantity
    AND coalesce((refunded->>'cashFen')::integer, 0) BETWEEN 0 AND cash_fen
    AND coalesce((refunded->>'balanceFen')::integer, 0) BETWEEN 0 AND balance_fen
    AND coalesce((refunded->>'points')::integer, 0) BETWEEN 0 AND points)
);

-- Tickets come one for each seat, of every item.
ALTER TABLE pickup_code DROP CONSTRAINT pickup_code_seq_check;
ALTER TABLE pickup_code ADD CONSTRAINT pickup_code_seq_check CHECK (seq BETWEEN 1 AND 2000);

GRANT SELECT, INSERT ON order_item TO yunjing_app;
GRANT UPDATE (cash_fen, balance_fen, cost_fen, supply_contact, fulfil_state, done_at, refunded_quantity, refunded)
  ON order_item TO yunjing_app;
GRANT UPDATE (balance_fen, cash_fen, refunded_fen, wallet_hold, wallet_parts, attempt_id, expires_at) ON orders
  TO yunjing_app;
