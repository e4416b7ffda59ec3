-- Returns when a proposal expires; the only definition of how long it waits for a second person.
-- `p_since` is when it was created.
CREATE OR REPLACE FUNCTION approvals_expires_at(p_since timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT p_since + interval '24 hours'
$$;

-- Returns since when a proposal must have been made to be valid at `p_now`, or by the database's clock
-- when that is null: the same as approvals_expires_at, for the guard of a write. A cluster computes no
-- clock beside a column there.
CREATE OR REPLACE FUNCTION approvals_valid_since(p_now timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN v_now - (approvals_expires_at('2000-01-01Z') - timestamptz '2000-01-01Z');
END $$;

-- Returns whether a proposal created at `p_since` has expired at `p_now`, or by the database's
-- clock when `p_now` is null. A proposal without a known time has expired.
CREATE OR REPLACE FUNCTION approvals_expired(p_since timestamptz, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(approvals_expires_at(p_since) <= coalesce(p_now, now()), true)
$$;
