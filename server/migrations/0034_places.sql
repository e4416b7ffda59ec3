-- Where members live, and which accounts they charge: kept sealed, told apart by keyed hashes, shown masked.

-- Whoever changes a member's addresses updates this row first, so that changes of one book take turns.
CREATE TABLE address_book (
  member_id uuid PRIMARY KEY,
  changed_at timestamptz NOT NULL
);

-- Name, phone and detail are sealed together; `content_hash` is keyed, so that the very same address is found again.
CREATE TABLE address (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed bytea NOT NULL,
  phone_mask text NOT NULL,
  region_codes text[] NOT NULL,
  tag text NOT NULL DEFAULT '',
  content_hash bytea NOT NULL,
  is_default boolean NOT NULL,
  used_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (member_id, id),
  -- What a chain looks like; that it is one of the country's is known where the tree is.
  CONSTRAINT address_chain CHECK (cardinality(region_codes) BETWEEN 2 AND 3
    AND array_to_string(region_codes, '') ~ '^([0-9]{6})+$'
    AND left(region_codes[1], 2) = left(region_codes[2], 2)
    AND (cardinality(region_codes) = 2 OR left(region_codes[1], 2) = left(region_codes[3], 2))),
  CONSTRAINT address_deleted CHECK (deleted_at IS NULL OR NOT is_default)
);
CREATE UNIQUE INDEX address_one_default ON address (member_id) WHERE is_default;
CREATE INDEX address_live ON address (member_id, used_at DESC) WHERE deleted_at IS NULL;

-- Whoever keeps an account of a kind updates this row first, so that the oldest make room one after the other.
CREATE TABLE account_shelf (
  member_id uuid NOT NULL,
  form_kind text NOT NULL CHECK (length(form_kind) BETWEEN 1 AND 200),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, form_kind)
);

-- What was filled in for a form, as a whole. The hash is keyed: no account is kept twice.
CREATE TABLE saved_account (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  form_kind text NOT NULL,
  account_hash bytea NOT NULL,
  sealed bytea NOT NULL,
  mask text NOT NULL,
  used_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT saved_account_once UNIQUE (member_id, form_kind, account_hash)
);
CREATE INDEX saved_account_newest ON saved_account (member_id, form_kind, used_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE (changed_at) ON address_book, account_shelf TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (sealed, phone_mask, region_codes, tag, content_hash, is_default, used_at, deleted_at)
  ON address TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON saved_account TO yunjing_app;
