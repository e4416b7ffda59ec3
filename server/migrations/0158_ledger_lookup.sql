-- What the console's page of the ledger needs: sums of members' accounts for past days, so that the
-- balance at an instant reads one day's transfers; and indexes for kinds and accounts that are rare.

-- Sums of the members' accounts of past days (Asia/Shanghai), by purpose over all members; written
-- together with ledger_rollup by the same statement. A day without such transfers has no row.
CREATE TABLE ledger_member_rollup (
  day date NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  debits bigint NOT NULL CHECK (debits >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (day, purpose, asset),
  CONSTRAINT ledger_member_rollup_guarded CHECK (ledger_sign(asset, purpose) IS NOT NULL)
);
GRANT SELECT, INSERT ON ledger_member_rollup TO yunjing_app;

-- The days whose contra accounts are already summed.
INSERT INTO ledger_member_rollup (day, purpose, asset, debits, credits)
SELECT (created_at AT TIME ZONE 'Asia/Shanghai')::date, purpose, asset,
       coalesce(-sum(change) FILTER (WHERE change < 0), 0), coalesce(sum(change) FILTER (WHERE change > 0), 0)
FROM ledger_line
WHERE version IS NOT NULL
  AND created_at < (SELECT (max(day) + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' FROM ledger_rollup)
GROUP BY 1, 2, 3;

-- Every order makes postings of the kinds left out here: the index of the time finds those at once.
CREATE INDEX ledger_txn_rare_kind ON ledger_txn (kind, created_at)
  WHERE kind NOT IN ('code_redeem', 'hold', 'hold_confirm', 'supplier_cost', 'points_earn', 'points_activate',
                     'order_paid', 'order_fulfilled', 'wxpay_credit', 'wxpay_accept');

-- Accounts that few postings touch.
CREATE INDEX ledger_transfer_rare_debit ON ledger_transfer (debit, created_at)
  WHERE debit IN ('fee', 'expense', 'suspense', 'points_expired', 'debt', 'reward_frozen', 'reward_cash', 'held_reward');
CREATE INDEX ledger_transfer_rare_credit ON ledger_transfer (credit, created_at)
  WHERE credit IN ('fee', 'expense', 'suspense', 'points_expired', 'debt', 'reward_frozen', 'reward_cash', 'held_reward');
