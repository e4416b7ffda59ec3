-- Orders in their owner's book (a member's, or a guest's), with four state axes (domain.md 3).

CREATE TABLE orders (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_no text NOT NULL,
  kind text NOT NULL,
  source text NOT NULL CHECK (source IN ('code', 'shop')),
  title text NOT NULL,
  brand_code text,
  artwork text NOT NULL,
  items_text text NOT NULL DEFAULT '',
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 400),
  order_state text NOT NULL CHECK (order_state IN ('WAIT_PAY', 'ACTIVE', 'DONE', 'CANCELLED', 'CLOSED')),
  pay_state text NOT NULL CHECK (pay_state IN ('UNPAID', 'PAYING', 'PAID', 'PART_REFUNDED', 'REFUNDED')),
  fulfil_state text NOT NULL
    CHECK (fulfil_state IN ('NONE', 'QUEUED', 'PROCESSING', 'PART_DONE', 'UNKNOWN', 'MANUAL', 'DONE', 'FAILED')),
  refund_state text NOT NULL DEFAULT 'NONE'
    CHECK (refund_state IN ('NONE', 'APPLIED', 'APPROVED', 'REJECTED', 'PROCESSING', 'DONE', 'ABNORMAL')),
  goods_fen integer NOT NULL DEFAULT 0 CHECK (goods_fen >= 0),
  voucher_fen integer NOT NULL DEFAULT 0 CHECK (voucher_fen >= 0),
  difference_fen integer NOT NULL DEFAULT 0 CHECK (difference_fen >= 0),
  paid_fen integer NOT NULL DEFAULT 0 CHECK (paid_fen >= 0),
  points integer CHECK (points >= 0),
  contact_sealed bytea,
  contact_mask text,
  snapshot jsonb NOT NULL,
  code_id uuid,
  code_mac bytea,
  redemption_n integer,
  pickup_from timestamptz,
  pickup_to timestamptz,
  expires_at timestamptz,
  closed_reason text,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  finished_at timestamptz,
  received_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, order_no)
);
CREATE INDEX orders_list ON orders (member_id, created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX orders_pickup_over ON orders (pickup_to) WHERE order_state = 'ACTIVE' AND fulfil_state = 'DONE';

CREATE TABLE pickup_code (
  member_id uuid NOT NULL,
  order_id uuid NOT NULL,
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 50),
  code_sealed bytea NOT NULL,
  qr_sealed bytea,
  valid_until timestamptz,
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, order_id, seq),
  FOREIGN KEY (member_id, order_id) REFERENCES orders (member_id, id)
);

CREATE TABLE order_no_claim (order_no text PRIMARY KEY, owner_id uuid NOT NULL, order_id uuid NOT NULL);

CREATE TABLE receipt (
  token_hash bytea PRIMARY KEY,
  owner_id uuid NOT NULL,
  order_id uuid NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL
);

-- An anonymous order taken into a member's list: nothing moves, the order stays in the guest's book.
CREATE TABLE claimed_order (
  member_id uuid NOT NULL,
  order_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  order_no text NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  hidden_at timestamptz,
  PRIMARY KEY (member_id, order_id)
);
CREATE INDEX claimed_order_list ON claimed_order (member_id, created_at DESC, order_id DESC);

GRANT SELECT, INSERT ON orders, pickup_code, order_no_claim, receipt, claimed_order TO yunjing_app;
GRANT UPDATE (order_state, pay_state, fulfil_state, refund_state, paid_fen, closed_reason, paid_at, finished_at,
  received_at, hidden_at) ON orders TO yunjing_app;
GRANT UPDATE (revoked_at) ON receipt TO yunjing_app;
GRANT UPDATE (hidden_at) ON claimed_order TO yunjing_app;
