-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION wallet_check_topup() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('WAIT_PAY')
  ) OR OLD.state <> NEW.state AND strpos(
      ',WAIT_PAY>PAID,CLOSED>PAID,WAIT_PAY>CLOSED,PAID>REFUNDING,PART_REFUNDED>REFUNDING,'
      'REFUNDING>PART_REFUNDED,REFUNDING>REFUNDED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON topup
FOR EACH ROW EXECUTE FUNCTION wallet_check_topup('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON topup
FOR EACH ROW EXECUTE FUNCTION wallet_check_topup('state');

CREATE OR REPLACE FUNCTION wallet_check_topup_refund() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('PROCESSING')
  ) OR OLD.state <> NEW.state AND strpos(
      ',PROCESSING>DONE,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON topup_refund
FOR EACH ROW EXECUTE FUNCTION wallet_check_topup_refund('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON topup_refund
FOR EACH ROW EXECUTE FUNCTION wallet_check_topup_refund('state');
