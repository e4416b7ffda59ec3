-- A purchase for less (decision 0168): several postings are one call, and a change of a balance writes no index.

-- One posting of a call that writes several: what identifies it, and its transfers [{asset, debit, credit, amount, party?}].
CREATE TYPE ledger_step AS (posting ledger_posting, transfers jsonb);

-- Takes ledger_step[] now.
DROP FUNCTION IF EXISTS ledger_write(uuid, ledger_posting, jsonb, uuid, timestamptz);

-- Members with a debt of points. Without the balance in its condition, an update of a balance can stay on its page
-- (HOT); a member who once had a debt keeps the row.
DROP INDEX ledger_account_debt;
CREATE INDEX ledger_account_debt ON ledger_account (member_id) WHERE asset = 'PTS' AND purpose = 'debt';
