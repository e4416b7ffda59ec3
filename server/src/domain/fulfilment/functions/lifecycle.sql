-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON supplier_order
FOR EACH ROW WHEN (
  NEW.state NOT IN ('CREATED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON supplier_order
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',CREATED>SENT,SENT>ACCEPTED,UNKNOWN>ACCEPTED,SENT>UNKNOWN,CREATED>SUCCESS,SENT>SUCCESS,'
    'ACCEPTED>SUCCESS,UNKNOWN>SUCCESS,CREATED>FAILED,SENT>FAILED,ACCEPTED>FAILED,UNKNOWN>FAILED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
