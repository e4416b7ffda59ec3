-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code
FOR EACH ROW WHEN (
  NEW.state NOT IN ('INACTIVE')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',INACTIVE>ACTIVE,ACTIVE>LOCKED,LOCKED>ACTIVE,ACTIVE>REDEEMED,LOCKED>REDEEMED,REDEEMED>ACTIVE,'
    'ACTIVE>FROZEN,LOCKED>FROZEN,FROZEN>ACTIVE,INACTIVE>VOID,ACTIVE>VOID,LOCKED>VOID,FROZEN>VOID,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code_use
FOR EACH ROW WHEN (
  NEW.state NOT IN ('held', 'used')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code_use
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',free>held,held>free,free>used,held>used,used>free,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON code_batch
FOR EACH ROW WHEN (
  NEW.state NOT IN ('draft', 'ready')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON code_batch
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',draft>generating,failed>generating,generating>ready,generating>failed,ready>active,ready>rejected,'
    'active>paused,paused>active,ready>void,active>void,paused>void,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');
