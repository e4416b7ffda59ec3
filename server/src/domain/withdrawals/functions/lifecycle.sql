-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON withdrawal
FOR EACH ROW WHEN (
  NEW.state NOT IN ('APPLIED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON withdrawal
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',APPLIED>REVIEWING,APPLIED>APPROVED,REVIEWING>APPROVED,REVIEWING>REJECTED,APPLIED>CANCELLED,'
    'REVIEWING>CANCELLED,APPROVED>PAYING,PAYING>WAIT_USER_CONFIRM,PAYING>SUCCESS,WAIT_USER_CONFIRM>SUCCESS,'
    'PAYING>FAILED,WAIT_USER_CONFIRM>FAILED,FAILED>RETURNED,REJECTED>RETURNED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
