-- Codes made by the hundred thousand: in serial order, counted against a dealer's month, exported under a key of their own.

-- Serials in order (export, ranges) and the counts of one batch, both from the index alone.
CREATE INDEX code_batch_serial ON code (batch_id, serial) INCLUDE (state);
DROP INDEX code_batch_state;

-- Whom it was made for and what one code costs him; null without a dealer. The key of the export is taken once, and
-- never by who made the batch.
ALTER TABLE code_batch
  ADD COLUMN dealer_id uuid,
  ADD COLUMN dealer_fen bigint CHECK (dealer_fen >= 0),
  ADD COLUMN quota_month date,
  ADD COLUMN quota_fen bigint CHECK (quota_fen >= 0),
  ADD COLUMN export_key_by uuid CONSTRAINT code_batch_key_by_another CHECK (export_key_by <> maker_id),
  ADD COLUMN export_key_at timestamptz;
CREATE INDEX code_batch_dealer ON code_batch (dealer_id, quota_month) WHERE dealer_id IS NOT NULL;
GRANT UPDATE (dealer_id, dealer_fen, quota_month, quota_fen, export_key_by, export_key_at) ON code_batch TO yunjing_app;

-- What a dealer pays and may make. Either a share of the face value in hundredths of a per cent, or fen for each code.
CREATE TABLE code_dealer (
  member_id uuid PRIMARY KEY,
  name text NOT NULL,
  price_bp integer CHECK (price_bp BETWEEN 0 AND 10000),
  price_fen bigint CHECK (price_fen >= 0),
  codes_month integer NOT NULL CHECK (codes_month >= 0),
  face_fen_month bigint NOT NULL CHECK (face_fen_month >= 0),
  is_on boolean NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT code_dealer_one_price CHECK ((price_bp IS NULL) <> (price_fen IS NULL))
);

-- What a dealer has made in a month of Shanghai; only guarded statements change it.
CREATE TABLE code_dealer_month (
  member_id uuid NOT NULL,
  month date NOT NULL,
  codes bigint NOT NULL CHECK (codes >= 0),
  face_fen bigint NOT NULL CHECK (face_fen >= 0),
  PRIMARY KEY (member_id, month)
);

GRANT SELECT, INSERT ON code_dealer, code_dealer_month TO yunjing_app;
GRANT UPDATE (name, price_bp, price_fen, codes_month, face_fen_month, is_on, version, updated_at)
  ON code_dealer TO yunjing_app;
GRANT UPDATE (codes, face_fen) ON code_dealer_month TO yunjing_app;
