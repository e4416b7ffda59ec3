-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON payment_attempt
FOR EACH ROW WHEN (
  NEW.state NOT IN ('CREATED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON payment_attempt
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',CREATED>PREPARED,CREATED>FAILED,CREATED>SUCCESS,PREPARED>SUCCESS,CLOSED>SUCCESS,FAILED>SUCCESS,'
    'CREATED>CLOSED,PREPARED>CLOSED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON payment_return
FOR EACH ROW WHEN (
  NEW.state NOT IN ('CREATED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON payment_return
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',CREATED>PROCESSING,CREATED>DONE,PROCESSING>DONE,ABNORMAL>DONE,REFUSED>DONE,CREATED>ABNORMAL,'
    'PROCESSING>ABNORMAL,CREATED>REFUSED,PROCESSING>REFUSED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
