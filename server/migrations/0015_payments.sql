-- Payments through a channel: attempts to pay, what the channel said of them, and money that goes back by itself.

-- One attempt has one number at the channel, made once and never replaced. `returned_fen` is what refunds have reserved.
-- `outcome`: `won` pays its business, `late` came when that was over, `second` when it was paid already.
CREATE TABLE payment_attempt (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  biz_type text NOT NULL CHECK (biz_type IN ('order', 'topup')),
  biz_id uuid NOT NULL,
  channel text NOT NULL DEFAULT 'wechatpay' CHECK (channel IN ('wechatpay')),
  via text NOT NULL CHECK (via IN ('jsapi', 'h5')),
  out_trade_no text NOT NULL CHECK (out_trade_no ~ '^[0-9A-Za-z_-]{6,32}$'),
  title text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  payer_hash bytea NOT NULL,
  payer_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'CREATED' CHECK (state IN ('CREATED', 'PREPARED', 'SUCCESS', 'CLOSED', 'FAILED')),
  outcome text CHECK (outcome IN ('won', 'late', 'second')),
  prepay_id text,
  transaction_id text,
  reason text,
  returned_fen bigint NOT NULL DEFAULT 0,
  looks integer NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, out_trade_no),
  CONSTRAINT payment_attempt_leased CHECK (expires_at > created_at),
  CONSTRAINT payment_attempt_returned CHECK (returned_fen BETWEEN 0 AND amount_fen),
  CONSTRAINT payment_attempt_paid CHECK ((state = 'SUCCESS') = (outcome IS NOT NULL)
    AND (state = 'SUCCESS') = (transaction_id IS NOT NULL) AND (state = 'SUCCESS') = (paid_at IS NOT NULL)),
  CONSTRAINT payment_attempt_looked_after CHECK ((next_look_at IS NULL) = (ended_at IS NOT NULL)),
  CONSTRAINT payment_attempt_ended CHECK ((ended_at IS NULL) = (state IN ('CREATED', 'PREPARED'))),
  CONSTRAINT payment_attempt_unpaid_keeps CHECK (state = 'SUCCESS' OR returned_fen = 0)
);
-- At most one attempt of a business is open, and at most one wins.
CREATE UNIQUE INDEX payment_attempt_open ON payment_attempt (member_id, biz_type, biz_id)
  WHERE state IN ('CREATED', 'PREPARED');
CREATE UNIQUE INDEX payment_attempt_won ON payment_attempt (member_id, biz_type, biz_id) WHERE outcome = 'won';
CREATE INDEX payment_attempt_biz ON payment_attempt (member_id, biz_type, biz_id);
CREATE INDEX payment_attempt_look ON payment_attempt (next_look_at) WHERE next_look_at IS NOT NULL;

-- Claims: whose a number is, and which attempt a transaction of the channel paid.
CREATE TABLE trade_no (
  out_trade_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  attempt_id uuid NOT NULL
);
CREATE TABLE channel_txn (
  transaction_id text PRIMARY KEY,
  owner_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  at timestamptz NOT NULL
);

-- A payment that nobody took goes back whole, under one refund number.
CREATE TABLE payment_return (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  refund_no text NOT NULL CHECK (refund_no ~ '^[0-9A-Za-z_-]{6,64}$'),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'CREATED' CHECK (state IN ('CREATED', 'PROCESSING', 'DONE', 'ABNORMAL', 'REFUSED')),
  channel_refund_no text,
  word text,
  looks integer NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, attempt_id),
  FOREIGN KEY (member_id, attempt_id) REFERENCES payment_attempt (member_id, id),
  CHECK ((ended_at IS NOT NULL) = (state = 'DONE')),
  CHECK (state <> 'DONE' OR next_look_at IS NULL)
);
CREATE INDEX payment_return_look ON payment_return (next_look_at) WHERE next_look_at IS NOT NULL;

CREATE TABLE payment_return_no (
  refund_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  return_id uuid NOT NULL
);

-- Who a member is to WeChat; the key is `appid:openid`. Written by the login inside WeChat.
CREATE TABLE identity_claim (
  identity_key text PRIMARY KEY,
  member_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE member_identity (
  member_id uuid NOT NULL REFERENCES member (member_id),
  appid text NOT NULL,
  openid text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, appid)
);

GRANT SELECT, INSERT, UPDATE (state, outcome, prepay_id, transaction_id, reason, returned_fen, looks, next_look_at,
  paid_at, ended_at) ON payment_attempt TO yunjing_app;
GRANT SELECT, INSERT ON trade_no, channel_txn, payment_return_no, identity_claim, member_identity TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, channel_refund_no, word, looks, next_look_at, ended_at)
  ON payment_return TO yunjing_app;
