-- Refuses a state in which a row may not be inserted, or a change of state that the lifecycle does
-- not have. The triggers in <module>/functions/lifecycle.sql decide when it is called; their
-- arguments are the state columns of the table. Raises check_violation, which is a defect.
CREATE OR REPLACE FUNCTION platform_refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_refused text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT string_agg(format('%s may not begin as %s', c, to_jsonb(NEW)->>c), ', ') INTO v_refused
    FROM unnest(TG_ARGV) AS c;
  ELSE
    SELECT string_agg(format('%s %s may not become %s', c, to_jsonb(OLD)->>c, to_jsonb(NEW)->>c), ', ') INTO v_refused
    FROM unnest(TG_ARGV) AS c WHERE to_jsonb(OLD)->>c IS DISTINCT FROM to_jsonb(NEW)->>c;
  END IF;
  RAISE EXCEPTION '%: %', TG_TABLE_NAME, v_refused
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END $$;
