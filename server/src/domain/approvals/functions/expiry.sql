-- How long a proposal may wait for a second person: the one place that says so. `p_since` is when it was made.
CREATE OR REPLACE FUNCTION approvals_expires_at(p_since timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT p_since + interval '24 hours'
$$;

-- Whether a proposal of that time has expired at `p_now`, or by the database's clock when `p_now` is null. One whose time
-- is not known has expired.
CREATE OR REPLACE FUNCTION approvals_expired(p_since timestamptz, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(approvals_expires_at(p_since) <= coalesce(p_now, now()), true)
$$;
