-- What /readyz writes to find out whether writes succeed. A row ends with the statement that inserted it.

-- As large as a page, and stored in one: each insert makes the table grow, which is what a full disk refuses first.
CREATE TABLE write_probe (
  probe_id uuid PRIMARY KEY,
  filler text NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE PLAIN;
GRANT SELECT, INSERT, DELETE ON write_probe TO yunjing_app;
