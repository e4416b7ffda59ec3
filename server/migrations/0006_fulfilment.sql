-- Orders placed with suppliers: one number each, made once and never replaced (reliability.md, promise 9).

CREATE TABLE supplier (
  supplier_id text PRIMARY KEY,
  name text NOT NULL,
  adapter text NOT NULL,
  is_on boolean NOT NULL DEFAULT true
);

-- `state` is what we know of the supplier's doing; the three marks say what we did about its silence, and when.
CREATE TABLE supplier_order (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  supplier_id text NOT NULL REFERENCES supplier (supplier_id),
  out_no text NOT NULL CHECK (length(out_no) BETWEEN 8 AND 32),
  request jsonb NOT NULL,
  contact_sealed bytea,
  state text NOT NULL DEFAULT 'CREATED'
    CHECK (state IN ('CREATED', 'SENT', 'ACCEPTED', 'UNKNOWN', 'SUCCESS', 'FAILED')),
  supplier_no text,
  reason text,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  queries integer NOT NULL DEFAULT 0 CHECK (queries >= 0),
  next_look_at timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  manual_at timestamptz,
  cancelling_at timestamptz,
  alarmed_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, out_no),
  CHECK ((ended_at IS NOT NULL) = (state IN ('SUCCESS', 'FAILED'))),
  CHECK ((next_look_at IS NULL) = (state IN ('SUCCESS', 'FAILED')))
);
CREATE INDEX supplier_order_of_order ON supplier_order (member_id, order_id);
CREATE INDEX supplier_order_look ON supplier_order (next_look_at) WHERE next_look_at IS NOT NULL;

CREATE TABLE supplier_out_no (
  out_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  supplier_order_id uuid NOT NULL,
  supplier_id text NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON supplier TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, supplier_no, reason, tries, queries, next_look_at, sent_at, manual_at,
  cancelling_at, alarmed_at, ended_at, contact_sealed) ON supplier_order TO yunjing_app;
GRANT SELECT, INSERT ON supplier_out_no TO yunjing_app;
