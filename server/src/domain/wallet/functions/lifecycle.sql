-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON topup
FOR EACH ROW WHEN (
  NEW.state NOT IN ('WAIT_PAY')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON topup
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',WAIT_PAY>PAID,CLOSED>PAID,WAIT_PAY>CLOSED,PAID>REFUNDING,PART_REFUNDED>REFUNDING,'
    'REFUNDING>PART_REFUNDED,REFUNDING>REFUNDED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON topup_refund
FOR EACH ROW WHEN (
  NEW.state NOT IN ('PROCESSING')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON topup_refund
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',PROCESSING>DONE,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
