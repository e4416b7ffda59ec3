-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON bulk_send
FOR EACH ROW WHEN (
  NEW.state NOT IN ('waiting', 'running')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON bulk_send
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',waiting>running,running>paused,paused>running,running>done,waiting>cancelled,running>cancelled,'
    'paused>cancelled,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
