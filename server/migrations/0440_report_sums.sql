-- What the operators' reports read: sums of every hour and every day of Shanghai (decision 0260).

-- Sums of a part of the reports in the hour or the day that begins at `at`; money in fen. `key` is what the part is
-- grouped by. An hour is summed as a whole from the orders, payments, deliveries and postings, and a day from its hours.
CREATE TABLE report_sum (
  grain text NOT NULL CHECK (grain IN ('hour', 'day')),
  at timestamptz NOT NULL,
  part text NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  times bigint NOT NULL,
  cash_fen bigint NOT NULL,
  balance_fen bigint NOT NULL,
  coupon_fen bigint NOT NULL,
  points_fen bigint NOT NULL,
  code_fen bigint NOT NULL,
  cash_back_fen bigint NOT NULL,
  balance_back_fen bigint NOT NULL,
  cost_fen bigint NOT NULL,
  in_fen bigint NOT NULL,
  out_fen bigint NOT NULL,
  PRIMARY KEY (grain, at, part, key)
);

-- One row: the hours from `since` are summed up to `until`, and `again` is the one that was summed again last.
CREATE TABLE report_mark (
  name text PRIMARY KEY DEFAULT 'hours' CHECK (name = 'hours'),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  again timestamptz NOT NULL
);

-- Hours whose orders were refunded, delivered or posted for after they were summed, until they are summed again.
CREATE TABLE report_change (
  hour timestamptz PRIMARY KEY,
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON report_sum, report_change TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (since, until, again) ON report_mark TO yunjing_app;

-- What changed in an hour, by its time. The index of payments has those that were paid, so a purchase writes one entry.
CREATE INDEX payment_attempt_success_at ON payment_attempt (ended_at) WHERE state = 'SUCCESS';
CREATE INDEX topup_credited_at ON topup (credited_at) WHERE credited_at IS NOT NULL;
CREATE INDEX withdrawal_paid_at ON withdrawal (ended_at) WHERE state = 'SUCCESS';
CREATE INDEX refund_changed_at ON refund (greatest(created_at, decided_at, ended_at));
