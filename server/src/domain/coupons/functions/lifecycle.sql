-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON member_coupon
FOR EACH ROW WHEN (
  NEW.state NOT IN ('AVAILABLE')
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON member_coupon
FOR EACH ROW WHEN (
  OLD.state <> NEW.state AND strpos(
    ',AVAILABLE>LOCKED,LOCKED>AVAILABLE,AVAILABLE>USED,LOCKED>USED,USED>AVAILABLE,AVAILABLE>VOID,'
    'LOCKED>VOID,',
    ',' || OLD.state || '>' || NEW.state || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('state');

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON coupon_template
FOR EACH ROW WHEN (
  NEW.status NOT IN ('draft')
) EXECUTE FUNCTION platform_refuse_move('status');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF status ON coupon_template
FOR EACH ROW WHEN (
  OLD.status <> NEW.status AND strpos(
    ',draft>review,review>draft,review>active,active>paused,paused>active,active>ended,paused>ended,'
    'ended>archived,',
    ',' || OLD.status || '>' || NEW.status || ',') = 0
) EXECUTE FUNCTION platform_refuse_move('status');
