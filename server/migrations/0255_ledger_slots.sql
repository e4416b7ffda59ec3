-- Sums of the ledger in slots of ten minutes, so that a total and a balance at an instant read the transfers of minutes
-- and not those of a day (decision 0153).

-- Sums of all accounts in slots that are over; `slot` is the beginning. Written by the roll-up job. Members' accounts
-- are summed by purpose and have no party. A slot without transfers has no row.
CREATE TABLE ledger_slot (
  slot timestamptz NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  party text NOT NULL DEFAULT '',
  debits bigint NOT NULL CHECK (debits >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (slot, purpose, asset, party),
  CONSTRAINT ledger_slot_account CHECK (CASE WHEN ledger_sign(asset, purpose) IS NULL
    THEN ledger_is_contra(asset, purpose) ELSE party = '' END)
);
GRANT SELECT, INSERT ON ledger_slot TO yunjing_app;

-- The slots until an hour ago; the job sums the later ones.
INSERT INTO ledger_slot (slot, purpose, asset, party, debits, credits)
SELECT date_bin('10 minutes', created_at, '2000-01-01 00:00:00+00'), purpose, asset,
       CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END,
       coalesce(-sum(change) FILTER (WHERE change < 0), 0), coalesce(sum(change) FILTER (WHERE change > 0), 0)
FROM ledger_line
WHERE created_at < date_bin('10 minutes', now() - interval '1 hour', '2000-01-01 00:00:00+00')
GROUP BY 1, 2, 3, 4;

-- The parts of every present total: the sums of days, those of the slots after the last summed day, and each transfer
-- after the last summed slot. `at` is the beginning of the day or slot, or the time of the transfer. The beginnings are
-- values, not joins, and have an end that is always true: only so the planner knows that few rows follow, and uses the
-- index of the time.
CREATE VIEW ledger_part AS
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
  SELECT created_at, asset, purpose, CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END,
         version IS NULL, greatest(-change, 0), greatest(change, 0)
  FROM ledger_line
  WHERE created_at >= (SELECT greatest(
      (SELECT (coalesce(max(day) + 1, '-infinity'))::timestamp AT TIME ZONE 'Asia/Shanghai' FROM (
        SELECT max(day) AS day FROM ledger_rollup UNION ALL SELECT max(day) FROM ledger_member_rollup) summed),
      (SELECT coalesce(max(slot) + interval '10 minutes', '-infinity') FROM ledger_slot)))
    AND created_at < (SELECT 'infinity'::timestamptz);
GRANT SELECT ON ledger_part TO yunjing_app;
