-- Supplies: an order's item may be asked of several suppliers, one after the other, each attempt under its own number.

-- It took its arguments one by one; the one that takes an object stands beside it until it goes.
DROP FUNCTION IF EXISTS fulfilment_submit(uuid, uuid, uuid, text, text, jsonb, bytea, uuid, timestamptz);

-- `product` and `cost_fen` are those of the route taken, `routes` the ones that may be tried after a definite no.
ALTER TABLE supplier_order ADD COLUMN item_id uuid;
ALTER TABLE supplier_order ADD COLUMN attempt integer NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 20);
ALTER TABLE supplier_order ADD COLUMN product text NOT NULL DEFAULT 'meal';
ALTER TABLE supplier_order ADD COLUMN cost_fen integer NOT NULL DEFAULT 0 CHECK (cost_fen >= 0);
ALTER TABLE supplier_order ADD COLUMN routes jsonb NOT NULL DEFAULT '[]';

INSERT INTO supplier (supplier_id, name, adapter) VALUES
  ('topup', '话费与会员直充', 'topup'), ('cards', '卡券供应商', 'cards'), ('movie', '电影票供应商', 'movie'),
  ('own', '自有卡库', 'own')
ON CONFLICT (supplier_id) DO NOTHING;

-- What a supplier said after we had acted on the opposite: it costs somebody money, and a person settles it.
CREATE TABLE loss_case (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  supplier_order_id uuid NOT NULL,
  order_id uuid NOT NULL,
  item_id uuid,
  supplier_id text NOT NULL REFERENCES supplier (supplier_id),
  kind text NOT NULL CHECK (kind IN ('issued_after_failed', 'failed_after_issued')),
  cost_fen integer NOT NULL CHECK (cost_fen >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, supplier_order_id, kind),
  FOREIGN KEY (member_id, supplier_order_id) REFERENCES supplier_order (member_id, id)
);
CREATE INDEX loss_case_age ON loss_case (created_at);

-- How placing went with each supplier, counted by slots of time; lanes keep processes off each other's rows.
CREATE TABLE supplier_health (
  supplier_id text NOT NULL REFERENCES supplier (supplier_id),
  slot timestamptz NOT NULL,
  lane smallint NOT NULL,
  good integer NOT NULL DEFAULT 0 CHECK (good >= 0),
  bad integer NOT NULL DEFAULT 0 CHECK (bad >= 0),
  PRIMARY KEY (supplier_id, slot, lane)
);

-- Half open: one placing is out as a trial, and until `retry_at` no other.
CREATE TABLE supplier_circuit (
  supplier_id text PRIMARY KEY REFERENCES supplier (supplier_id),
  state text NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
  changed_at timestamptz NOT NULL,
  retry_at timestamptz,
  CHECK ((retry_at IS NULL) = (state = 'closed'))
);

-- What was paid to a supplier beforehand; what it has delivered for it stands in the ledger, cost → prepaid.
CREATE TABLE supplier_account (
  supplier_id text NOT NULL REFERENCES supplier (supplier_id),
  entry_id uuid NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  actor text NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (supplier_id, entry_id)
);

-- What operators must hear of, once a day for each thing.
CREATE TABLE alert (
  kind text NOT NULL,
  subject text NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject, day)
);

-- Cards of our own, sealed; one without an `out_no` is free. Lanes spread the takers over them.
CREATE TABLE card_stock (
  product text NOT NULL,
  card_id uuid NOT NULL,
  lane smallint NOT NULL CHECK (lane BETWEEN 0 AND 63),
  card_mac bytea NOT NULL,
  sealed bytea NOT NULL,
  valid_until timestamptz,
  imported_at timestamptz NOT NULL,
  out_no text,
  given_at timestamptz,
  PRIMARY KEY (product, card_id),
  CONSTRAINT card_stock_once UNIQUE (product, card_mac),
  CHECK ((out_no IS NULL) = (given_at IS NULL))
);
CREATE INDEX card_stock_free ON card_stock (product, lane, card_id) WHERE out_no IS NULL;
CREATE INDEX card_stock_given ON card_stock (product, out_no) WHERE out_no IS NOT NULL;

-- What became of each number that asked for cards; refused is final, also for a number that comes later.
CREATE TABLE card_take (
  out_no text PRIMARY KEY,
  product text NOT NULL,
  quantity integer NOT NULL CHECK (quantity >= 0),
  state text NOT NULL CHECK (state IN ('given', 'refused')),
  created_at timestamptz NOT NULL
);

GRANT SELECT, INSERT ON loss_case, supplier_account, alert TO yunjing_app;
GRANT SELECT, INSERT, DELETE, UPDATE (good, bad) ON supplier_health TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, changed_at, retry_at) ON supplier_circuit TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (out_no, given_at) ON card_stock TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state) ON card_take TO yunjing_app;
