-- What each campaign gave, and what the orders that used its coupons brought, by day (decision 0226).

-- Sums of the coupons given and used on a day of Shanghai, before `campaign_day_mark.until`; money in fen. The job sums a
-- day again as a whole, because refunds, returned coupons and costs change it later.
CREATE TABLE campaign_day (
  day date NOT NULL,
  template_id text NOT NULL,
  given integer NOT NULL,
  used integer NOT NULL,
  off_fen bigint NOT NULL,
  orders integer NOT NULL,
  cash_fen bigint NOT NULL,
  balance_fen bigint NOT NULL,
  code_fen bigint NOT NULL,
  cash_back_fen bigint NOT NULL,
  balance_back_fen bigint NOT NULL,
  cost_fen bigint NOT NULL,
  PRIMARY KEY (day, template_id)
);

-- One row: until when the days are summed, and which earlier day was summed again last.
CREATE TABLE campaign_day_mark (
  name text PRIMARY KEY DEFAULT 'days' CHECK (name = 'days'),
  until timestamptz NOT NULL,
  again date NOT NULL
);
GRANT SELECT, INSERT, DELETE ON campaign_day TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (until, again) ON campaign_day_mark TO yunjing_app;
