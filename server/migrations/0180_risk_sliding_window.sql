-- A counter of risk rules slides: it holds the acts of the last 25 parts of 1/24 window, the newest first; `started_at` is the
-- beginning of the newest part. What was counted before counts as one part.
ALTER TABLE risk_counter ADD COLUMN parts integer[] NOT NULL DEFAULT '{0}' CHECK (cardinality(parts) BETWEEN 1 AND 25);
UPDATE risk_counter SET parts = ARRAY[used];
ALTER TABLE risk_counter DROP COLUMN used, ALTER COLUMN parts DROP DEFAULT;
GRANT UPDATE (parts) ON risk_counter TO yunjing_app;
