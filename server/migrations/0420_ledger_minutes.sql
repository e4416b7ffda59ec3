-- Sums of the ledger in minutes after the last summed slot, so that a total reads the transfers of the last one to three
-- minutes and not those of fifteen (decision 0245).

-- Sums of all accounts in minutes that are over, after the last slot of `ledger_slot`. Written by the roll-up job, which
-- removes them when their slot is summed: from the transfers, not from these. A minute without transfers has no row.
CREATE TABLE ledger_minute (
  minute timestamptz NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  party text NOT NULL DEFAULT '',
  debits bigint NOT NULL CHECK (debits >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (minute, purpose, asset, party),
  CONSTRAINT ledger_minute_account CHECK (CASE WHEN ledger_sign(asset, purpose) IS NULL
    THEN ledger_is_contra(asset, purpose) ELSE party = '' END)
);
GRANT SELECT, INSERT, DELETE ON ledger_minute TO yunjing_app;

-- The parts of every present total: the sums of days, those of the slots after the last summed day, those of the minutes
-- after the last summed slot, and each transfer after the last summed minute. `at` is the beginning of the day, slot or
-- minute, or the time of the transfer. The beginnings are values, not joins, and have an end that is always true: only so
-- the planner knows that few rows follow, and uses the index of the time.
CREATE OR REPLACE VIEW ledger_part AS
  SELECT day::timestamp AT TIME ZONE 'Asia/Shanghai' AS at, asset, purpose, party, true AS is_contra, debits, credits
  FROM ledger_rollup
  UNION ALL
  SELECT day::timestamp AT TIME ZONE 'Asia/Shanghai', asset, purpose, '', false, debits, credits
  FROM ledger_member_rollup
  UNION ALL
  SELECT slot, asset, purpose, party, ledger_is_contra(asset, purpose), debits, credits FROM ledger_slot
  WHERE slot >= (SELECT (coalesce(max(day) + 1, '-infinity'))::timestamp AT TIME ZONE 'Asia/Shanghai' FROM (
      SELECT max(day) AS day FROM ledger_rollup UNION ALL SELECT max(day) FROM ledger_member_rollup) summed)
    AND slot < (SELECT 'infinity'::timestamptz)
  UNION ALL
  SELECT minute, asset, purpose, party, ledger_is_contra(asset, purpose), debits, credits FROM ledger_minute
  WHERE minute >= (SELECT greatest(
      (SELECT (coalesce(max(day) + 1, '-infinity'))::timestamp AT TIME ZONE 'Asia/Shanghai' FROM (
        SELECT max(day) AS day FROM ledger_rollup UNION ALL SELECT max(day) FROM ledger_member_rollup) summed),
      (SELECT coalesce(max(slot) + interval '10 minutes', '-infinity') FROM ledger_slot)))
    AND minute < (SELECT 'infinity'::timestamptz)
  UNION ALL
  SELECT created_at, asset, purpose, CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END,
         version IS NULL, greatest(-change, 0), greatest(change, 0)
  FROM ledger_line
  WHERE created_at >= (SELECT greatest(
      (SELECT (coalesce(max(day) + 1, '-infinity'))::timestamp AT TIME ZONE 'Asia/Shanghai' FROM (
        SELECT max(day) AS day FROM ledger_rollup UNION ALL SELECT max(day) FROM ledger_member_rollup) summed),
      (SELECT coalesce(max(slot) + interval '10 minutes', '-infinity') FROM ledger_slot),
      (SELECT coalesce(max(minute) + interval '1 minute', '-infinity') FROM ledger_minute)))
    AND created_at < (SELECT 'infinity'::timestamptz);
