-- Refunds: what goes back of an order, by item and quantity, to each tender it came from.

CREATE TABLE refund (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- Ours at the channel: made once and never replaced.
  refund_no text NOT NULL CHECK (refund_no ~ '^[0-9A-Za-z_-]{6,64}$'),
  attempt_id uuid,
  reason text NOT NULL,
  applicant text NOT NULL CHECK (applicant IN ('member', 'operator', 'system')),
  applicant_id text,
  state text NOT NULL
    CHECK (state IN ('APPLIED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'PROCESSING', 'SUCCESS', 'ABNORMAL')),
  cash_fen bigint NOT NULL CHECK (cash_fen >= 0),
  balance_fen bigint NOT NULL CHECK (balance_fen >= 0),
  points bigint NOT NULL CHECK (points >= 0),
  -- Who approved first where two must.
  first_reviewer text,
  reviewer text,
  decision text,
  channel_refund_no text,
  -- The channel's last word.
  word text,
  looks integer NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at timestamptz,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, refund_no),
  FOREIGN KEY (member_id, order_id) REFERENCES orders (member_id, id),
  CONSTRAINT refund_paid_by CHECK ((cash_fen > 0) = (attempt_id IS NOT NULL)),
  CONSTRAINT refund_ended CHECK ((ended_at IS NOT NULL) = (state IN ('REJECTED', 'WITHDRAWN', 'SUCCESS'))),
  CONSTRAINT refund_looked_after CHECK (next_look_at IS NULL OR state = 'PROCESSING'),
  CONSTRAINT refund_two_persons CHECK (reviewer IS NULL OR reviewer IS DISTINCT FROM first_reviewer)
);
CREATE INDEX refund_order ON refund (member_id, order_id, created_at);
CREATE INDEX refund_look ON refund (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX refund_review ON refund (created_at) WHERE state IN ('APPLIED', 'ABNORMAL');

-- What goes back for some units of an item. `is_delivered` tells where it lies in the books: in revenue, or in clearing.
CREATE TABLE refund_item (
  member_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  item_id uuid NOT NULL,
  sku_id text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  cash_fen bigint NOT NULL CHECK (cash_fen >= 0),
  balance_fen bigint NOT NULL CHECK (balance_fen >= 0),
  points bigint NOT NULL CHECK (points >= 0),
  coupon_off_fen bigint NOT NULL CHECK (coupon_off_fen >= 0),
  points_off_fen bigint NOT NULL CHECK (points_off_fen >= 0),
  is_delivered boolean NOT NULL,
  PRIMARY KEY (member_id, refund_id, item_id),
  FOREIGN KEY (member_id, refund_id) REFERENCES refund (member_id, id),
  FOREIGN KEY (member_id, item_id) REFERENCES order_item (member_id, id)
);

CREATE TABLE refund_no (
  refund_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  refund_id uuid NOT NULL
);

GRANT SELECT, INSERT, UPDATE (state, first_reviewer, reviewer, decision, channel_refund_no, word, looks, next_look_at,
  decided_at, ended_at) ON refund TO yunjing_app;
GRANT SELECT, INSERT ON refund_item, refund_no TO yunjing_app;
