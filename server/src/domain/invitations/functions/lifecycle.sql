-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_binding
FOR EACH ROW WHEN (
  NEW.state NOT IN ('BOUND', 'EFFECTIVE')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_binding
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',BOUND>EFFECTIVE,BOUND>REJECTED,EFFECTIVE>REJECTED,BOUND>MOVED,EFFECTIVE>MOVED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_reward
FOR EACH ROW WHEN (
  NEW.state NOT IN ('FROZEN', 'HELD', 'CANCELLED')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_reward
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',FROZEN>HELD,FROZEN>SETTLED,HELD>SETTLED,FROZEN>CANCELLED,HELD>CANCELLED,FROZEN>REJECTED,HELD>REJECTED,'
    'SETTLED>CLAWED_BACK,HELD>FROZEN,REJECTED>FROZEN,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_appeal
FOR EACH ROW WHEN (
  NEW.state NOT IN ('WAITING')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_appeal
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',WAITING>GRANTED,WAITING>DENIED,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
