-- A member's counts of orders, at the same cost however many orders the member has (decision 0154).

-- The orders that are counted by state, and those with codes to show: what is not over, or was refunded or returned.
CREATE INDEX orders_states ON orders (member_id, created_at DESC, id DESC)
  WHERE hidden_at IS NULL
    AND (order_state IN ('WAIT_PAY', 'ACTIVE') OR refund_state <> 'NONE' OR closed_reason = 'returned');

-- Until when a member's orders are counted by kind: all that were made before, but for hidden ones.
CREATE TABLE order_count_mark (
  member_id uuid PRIMARY KEY,
  until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE TABLE order_count (
  member_id uuid NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  count integer NOT NULL CHECK (count >= 0),
  PRIMARY KEY (member_id, kind, source)
);
GRANT SELECT, INSERT, UPDATE (until) ON order_count_mark TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (count) ON order_count TO yunjing_app;
