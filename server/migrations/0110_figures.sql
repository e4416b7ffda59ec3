-- Figures of the operators' console: sums of each hour, written by a job of the module figures (decision 0089).

-- `at_hour` is the hour of the events that were summed, and is replaced as a whole; `hour` is the hour in which they
-- count: a refund counts in the hour of its payment, a delivery in the hour in which it was submitted. Both are the
-- beginning of an hour. `dimension` is `total`, or what `key` names: a benefit, supplier, batch, coupon or account.
CREATE TABLE stat_hour (
  at_hour timestamptz NOT NULL,
  hour timestamptz NOT NULL,
  measure text NOT NULL,
  dimension text NOT NULL,
  key text NOT NULL DEFAULT '',
  value bigint NOT NULL,
  PRIMARY KEY (at_hour, hour, measure, dimension, key),
  CONSTRAINT stat_hour_order CHECK (hour <= at_hour)
);
CREATE INDEX stat_hour_series ON stat_hour (dimension, hour);

-- Which hours are summed: those from `closed_from` to `closed_until` for good; `is_whole` when none is older.
CREATE TABLE stat_progress (
  name text PRIMARY KEY CHECK (name = 'hours'),
  closed_from timestamptz NOT NULL,
  closed_until timestamptz NOT NULL,
  is_whole boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL,
  CHECK (closed_from <= closed_until)
);

-- The events of an hour: payments of orders, and ends at suppliers.
CREATE INDEX orders_paid_at ON orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX supplier_order_ended_at ON supplier_order (ended_at) WHERE ended_at IS NOT NULL;

GRANT SELECT, INSERT, DELETE ON stat_hour TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (closed_from, closed_until, is_whole, updated_at) ON stat_progress TO yunjing_app;
