-- Money that comes after an order's time is over: the order is taken up again, or the money goes back (features.md C12).

ALTER TABLE fulfilment_contract
  ADD COLUMN late_money text NOT NULL DEFAULT 'revive' CHECK (late_money IN ('revive', 'refund'));

-- What a refund gives back counts no more against a benefit's limits.
GRANT UPDATE (quantity) ON purchase TO yunjing_app;
