-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION orders_check_orders() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.order_state IS NULL AND (
    NEW.order_state NOT IN ('WAIT_PAY', 'ACTIVE', 'DONE')
    OR NEW.pay_state NOT IN ('UNPAID', 'PAID')
    OR NEW.fulfil_state NOT IN ('NONE', 'QUEUED', 'DONE')
    OR NEW.refund_state NOT IN ('NONE')
  ) OR OLD.order_state <> NEW.order_state AND strpos(
      ',WAIT_PAY>ACTIVE,CLOSED>ACTIVE,WAIT_PAY>DONE,CLOSED>DONE,WAIT_PAY>CANCELLED,WAIT_PAY>CLOSED,'
      'ACTIVE>DONE,ACTIVE>CLOSED,DONE>CLOSED,',
      ',' || OLD.order_state || '>' || NEW.order_state || ',') = 0
    OR OLD.pay_state <> NEW.pay_state AND strpos(
      ',UNPAID>PAYING,PAYING>UNPAID,UNPAID>PAID,PAYING>PAID,PAID>PART_REFUNDED,PAID>REFUNDED,'
      'PART_REFUNDED>REFUNDED,',
      ',' || OLD.pay_state || '>' || NEW.pay_state || ',') = 0
    OR OLD.fulfil_state <> NEW.fulfil_state AND strpos(
      ',NONE>QUEUED,NONE>DONE,QUEUED>PROCESSING,UNKNOWN>PROCESSING,QUEUED>UNKNOWN,PROCESSING>UNKNOWN,'
      'QUEUED>MANUAL,PROCESSING>MANUAL,UNKNOWN>MANUAL,QUEUED>DONE,PROCESSING>DONE,UNKNOWN>DONE,MANUAL>DONE,'
      'QUEUED>FAILED,PROCESSING>FAILED,UNKNOWN>FAILED,MANUAL>FAILED,PART_DONE>PROCESSING,MANUAL>PROCESSING,'
      'PART_DONE>UNKNOWN,MANUAL>UNKNOWN,PART_DONE>MANUAL,QUEUED>PART_DONE,PROCESSING>PART_DONE,'
      'UNKNOWN>PART_DONE,MANUAL>PART_DONE,PART_DONE>DONE,PART_DONE>FAILED,',
      ',' || OLD.fulfil_state || '>' || NEW.fulfil_state || ',') = 0
    OR OLD.refund_state <> NEW.refund_state AND strpos(
      ',NONE>APPLIED,REJECTED>APPLIED,PROCESSING>APPLIED,ABNORMAL>APPLIED,DONE>APPLIED,NONE>PROCESSING,'
      'APPLIED>PROCESSING,REJECTED>PROCESSING,ABNORMAL>PROCESSING,DONE>PROCESSING,NONE>DONE,APPLIED>DONE,'
      'REJECTED>DONE,PROCESSING>DONE,ABNORMAL>DONE,APPLIED>REJECTED,APPLIED>NONE,PROCESSING>ABNORMAL,',
      ',' || OLD.refund_state || '>' || NEW.refund_state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON orders
FOR EACH ROW EXECUTE FUNCTION orders_check_orders('order_state', 'pay_state', 'fulfil_state', 'refund_state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF order_state, pay_state, fulfil_state, refund_state ON orders
FOR EACH ROW EXECUTE FUNCTION orders_check_orders('order_state', 'pay_state', 'fulfil_state', 'refund_state');

CREATE OR REPLACE FUNCTION orders_check_order_item() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.fulfil_state IS NULL AND (
    NEW.fulfil_state NOT IN ('NONE', 'QUEUED', 'DONE')
  ) OR OLD.fulfil_state <> NEW.fulfil_state AND strpos(
      ',NONE>QUEUED,NONE>DONE,QUEUED>SUBMITTED,UNKNOWN>SUBMITTED,QUEUED>UNKNOWN,SUBMITTED>UNKNOWN,'
      'QUEUED>MANUAL,SUBMITTED>MANUAL,UNKNOWN>MANUAL,QUEUED>DONE,SUBMITTED>DONE,UNKNOWN>DONE,MANUAL>DONE,'
      'QUEUED>FAILED,SUBMITTED>FAILED,UNKNOWN>FAILED,MANUAL>FAILED,DONE>REFUNDED,FAILED>REFUNDED,',
      ',' || OLD.fulfil_state || '>' || NEW.fulfil_state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON order_item
FOR EACH ROW EXECUTE FUNCTION orders_check_order_item('fulfil_state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF fulfil_state ON order_item
FOR EACH ROW EXECUTE FUNCTION orders_check_order_item('fulfil_state');
