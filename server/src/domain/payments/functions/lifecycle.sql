-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION payments_check_payment_attempt() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('CREATED')
  ) OR OLD.state <> NEW.state AND strpos(
      ',CREATED>PREPARED,CREATED>FAILED,CREATED>SUCCESS,PREPARED>SUCCESS,CLOSED>SUCCESS,FAILED>SUCCESS,'
      'CREATED>CLOSED,PREPARED>CLOSED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON payment_attempt
FOR EACH ROW EXECUTE FUNCTION payments_check_payment_attempt('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON payment_attempt
FOR EACH ROW EXECUTE FUNCTION payments_check_payment_attempt('state');

CREATE OR REPLACE FUNCTION payments_check_payment_return() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('CREATED')
  ) OR OLD.state <> NEW.state AND strpos(
      ',CREATED>PROCESSING,CREATED>DONE,PROCESSING>DONE,ABNORMAL>DONE,REFUSED>DONE,CREATED>ABNORMAL,'
      'PROCESSING>ABNORMAL,CREATED>REFUSED,PROCESSING>REFUSED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON payment_return
FOR EACH ROW EXECUTE FUNCTION payments_check_payment_return('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON payment_return
FOR EACH ROW EXECUTE FUNCTION payments_check_payment_return('state');
