-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION refunds_check_refund() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('APPLIED', 'APPROVED')
  ) OR OLD.state <> NEW.state AND strpos(
      ',APPLIED>APPROVED,APPLIED>REJECTED,APPLIED>WITHDRAWN,APPROVED>PROCESSING,PROCESSING>SUCCESS,'
      'ABNORMAL>SUCCESS,PROCESSING>ABNORMAL,ABNORMAL>PROCESSING,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON refund
FOR EACH ROW EXECUTE FUNCTION refunds_check_refund('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON refund
FOR EACH ROW EXECUTE FUNCTION refunds_check_refund('state');
