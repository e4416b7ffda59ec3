-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON refund
FOR EACH ROW WHEN (
  NEW.state NOT IN ('APPLIED', 'APPROVED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON refund
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',APPLIED>APPROVED,APPLIED>REJECTED,APPLIED>WITHDRAWN,APPROVED>PROCESSING,PROCESSING>SUCCESS,'
    'ABNORMAL>SUCCESS,PROCESSING>ABNORMAL,ABNORMAL>PROCESSING,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
