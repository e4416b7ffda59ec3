-- Calls to and from suppliers with their answers, without secrets, at most 4,096 characters each side; deleted after some months.

CREATE TABLE supplier_exchange (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  supplier_order_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('place', 'query', 'cancel', 'callback')),
  at timestamptz NOT NULL,
  took_ms integer NOT NULL CHECK (took_ms >= 0),
  -- The state of the answer, or why there was none.
  outcome text NOT NULL CHECK (length(outcome) BETWEEN 1 AND 200),
  http_status integer,
  request text NOT NULL CHECK (length(request) <= 4096),
  answer text NOT NULL CHECK (length(answer) <= 4096),
  PRIMARY KEY (member_id, id)
);
CREATE INDEX supplier_exchange_order ON supplier_exchange (member_id, supplier_order_id, at DESC);
CREATE INDEX supplier_exchange_age ON supplier_exchange (at);

GRANT SELECT, INSERT, DELETE ON supplier_exchange TO yunjing_app;
