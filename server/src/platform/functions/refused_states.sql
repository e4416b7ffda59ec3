-- Says which state a row may not begin in, or which change of state its lifecycle does not have. The
-- functions in <module>/functions/lifecycle.sql decide and refuse; `p_columns` are the state columns
-- of the table, `p_was` is the row before the change, null for a new row.
CREATE OR REPLACE FUNCTION platform_refused_states(p_columns text[], p_was jsonb, p_row jsonb)
RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_column text;
  v_was text;
  v_state text;
  v_refused text[] := '{}';
BEGIN
  FOREACH v_column IN ARRAY p_columns LOOP
    v_was := p_was->>v_column;
    v_state := p_row->>v_column;
    IF p_was IS NULL THEN
      v_refused := v_refused || format('%s may not begin as %s', v_column, v_state);
    ELSIF v_was <> v_state THEN
      v_refused := v_refused || format('%s %s may not become %s', v_column, v_was, v_state);
    END IF;
  END LOOP;
  RETURN array_to_string(v_refused, ', ');
END $$;
