-- A cluster cannot send a value of an own type from one node to another (decision 0220).
DROP FUNCTION IF EXISTS ledger_post_all(uuid, ledger_step[], timestamptz);
DROP FUNCTION IF EXISTS wallet_confirm_with(uuid, uuid, text, text, ledger_step[], timestamptz);
