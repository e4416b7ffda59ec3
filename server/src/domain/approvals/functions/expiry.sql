-- Returns when a proposal expires; the only definition of how long it waits for a second person.
-- `p_since` is when it was created.
CREATE OR REPLACE FUNCTION approvals_expires_at(p_since timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT p_since + interval '24 hours'
$$;

-- Returns whether a proposal created at `p_since` has expired at `p_now`, or by the database's
-- clock when `p_now` is null. A proposal without a known time has expired.
CREATE OR REPLACE FUNCTION approvals_expired(p_since timestamptz, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(approvals_expires_at(p_since) <= coalesce(p_now, now()), true)
$$;
