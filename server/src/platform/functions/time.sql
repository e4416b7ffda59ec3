-- Returns the instant so many milliseconds after another. Adding an interval to a column depends on
-- the time zone for PostgreSQL, which does not look at its units, so a cluster refuses it in a guarded
-- write; milliseconds depend on nothing.
CREATE OR REPLACE FUNCTION platform_after_ms(p_at timestamptz, p_ms bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT p_at + p_ms * interval '1 ms'
$$;
