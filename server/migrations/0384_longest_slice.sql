-- How long the longest slice of a check took.
ALTER TABLE recon_progress ADD COLUMN longest_ms integer NOT NULL DEFAULT 0;
GRANT UPDATE (longest_ms) ON recon_progress TO yunjing_app;
