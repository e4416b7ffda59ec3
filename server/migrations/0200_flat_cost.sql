-- Sums and marks that keep the cost of settlement and reconciliation from growing with the data
-- (decision 0130).

-- What a supplier delivered on a past day in Shanghai, and what we owe for it, in fen; delivered by
-- the supplier itself. A job sums each day once; a day with only manual deliveries has a row of zeros.
CREATE TABLE supplier_day (
  day date NOT NULL,
  supplier_id text NOT NULL,
  deliveries integer NOT NULL CHECK (deliveries >= 0),
  owed_fen bigint NOT NULL CHECK (owed_fen >= 0),
  PRIMARY KEY (day, supplier_id)
);
GRANT SELECT, INSERT ON supplier_day TO yunjing_app;

-- The issued rows of an imported edition and their sum, in fen.
ALTER TABLE bill_file
  ADD COLUMN issued_rows integer CHECK (issued_rows >= 0),
  ADD COLUMN issued_fen bigint;
UPDATE bill_file f SET issued_rows = r.issued, issued_fen = r.fen
FROM (SELECT f.source, f.day, f.file_id, count(r.row_no) FILTER (WHERE r.state = 'issued') AS issued,
             coalesce(sum(r.amount_fen) FILTER (WHERE r.state = 'issued'), 0) AS fen
      FROM bill_file f LEFT JOIN bill_row r USING (source, day, file_id)
      WHERE f.imported_at IS NOT NULL GROUP BY 1, 2, 3) r
WHERE f.source = r.source AND f.day = r.day AND f.file_id = r.file_id;
GRANT UPDATE (issued_rows, issued_fen) ON bill_file TO yunjing_app;

-- How far a pass of the reconciliation has come: one row for each check of a run. `position` is the
-- end of the last slice that was compared, null before the first. A capped check found more than it
-- reports, so it closes no cases.
CREATE TABLE recon_progress (
  run_id uuid NOT NULL REFERENCES recon_run (id) ON DELETE CASCADE,
  check_name text NOT NULL,
  position text,
  slices integer NOT NULL DEFAULT 0 CHECK (slices >= 0),
  found integer NOT NULL DEFAULT 0 CHECK (found >= 0),
  opened integer NOT NULL DEFAULT 0 CHECK (opened >= 0),
  ms integer NOT NULL DEFAULT 0 CHECK (ms >= 0),
  is_capped boolean NOT NULL DEFAULT false,
  error text,
  ended_at timestamptz,
  PRIMARY KEY (run_id, check_name)
);
GRANT SELECT, INSERT, UPDATE (position, slices, found, opened, ms, is_capped, error, ended_at)
  ON recon_progress TO yunjing_app;
