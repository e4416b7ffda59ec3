-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION exchange_check_code() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('INACTIVE')
  ) OR OLD.state <> NEW.state AND strpos(
      ',INACTIVE>ACTIVE,ACTIVE>LOCKED,LOCKED>ACTIVE,ACTIVE>REDEEMED,LOCKED>REDEEMED,REDEEMED>ACTIVE,'
      'ACTIVE>FROZEN,LOCKED>FROZEN,FROZEN>ACTIVE,INACTIVE>VOID,ACTIVE>VOID,LOCKED>VOID,FROZEN>VOID,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code
FOR EACH ROW EXECUTE FUNCTION exchange_check_code('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code
FOR EACH ROW EXECUTE FUNCTION exchange_check_code('state');

CREATE OR REPLACE FUNCTION exchange_check_code_use() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('held', 'used')
  ) OR OLD.state <> NEW.state AND strpos(
      ',free>held,held>free,free>used,held>used,used>free,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code_use
FOR EACH ROW EXECUTE FUNCTION exchange_check_code_use('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code_use
FOR EACH ROW EXECUTE FUNCTION exchange_check_code_use('state');

CREATE OR REPLACE FUNCTION exchange_check_code_batch() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('draft', 'ready')
  ) OR OLD.state <> NEW.state AND strpos(
      ',draft>generating,failed>generating,generating>ready,generating>failed,ready>active,ready>rejected,'
      'active>paused,paused>active,ready>void,active>void,paused>void,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code_batch
FOR EACH ROW EXECUTE FUNCTION exchange_check_code_batch('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code_batch
FOR EACH ROW EXECUTE FUNCTION exchange_check_code_batch('state');
