-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION withdrawals_check_withdrawal() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('APPLIED')
  ) OR OLD.state <> NEW.state AND strpos(
      ',APPLIED>REVIEWING,APPLIED>APPROVED,REVIEWING>APPROVED,REVIEWING>REJECTED,APPLIED>CANCELLED,'
      'REVIEWING>CANCELLED,APPROVED>PAYING,PAYING>WAIT_USER_CONFIRM,PAYING>SUCCESS,'
      'WAIT_USER_CONFIRM>SUCCESS,PAYING>FAILED,WAIT_USER_CONFIRM>FAILED,FAILED>RETURNED,REJECTED>RETURNED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON withdrawal
FOR EACH ROW EXECUTE FUNCTION withdrawals_check_withdrawal('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON withdrawal
FOR EACH ROW EXECUTE FUNCTION withdrawals_check_withdrawal('state');
