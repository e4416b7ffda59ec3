-- What a member may still withdraw is computed in one place, `withdrawals_left`.
DROP FUNCTION IF EXISTS withdrawals_used(uuid, timestamptz);
