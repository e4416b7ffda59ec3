-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invoice
FOR EACH ROW WHEN (
  NEW.state NOT IN ('REQUESTED', 'ISSUING')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invoice
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',REQUESTED>ISSUING,REQUESTED>REJECTED,REQUESTED>CANCELLED,ISSUING>ISSUED,ISSUING>FAILED,'
    'ISSUED>REVERSING,REVERSING>REVERSED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
