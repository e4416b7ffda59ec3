-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION coupons_check_member_coupon() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('AVAILABLE')
  ) OR OLD.state <> NEW.state AND strpos(
      ',AVAILABLE>LOCKED,LOCKED>AVAILABLE,AVAILABLE>USED,LOCKED>USED,USED>AVAILABLE,AVAILABLE>VOID,'
      'LOCKED>VOID,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON member_coupon
FOR EACH ROW EXECUTE FUNCTION coupons_check_member_coupon('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON member_coupon
FOR EACH ROW EXECUTE FUNCTION coupons_check_member_coupon('state');

CREATE OR REPLACE FUNCTION coupons_check_coupon_template() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.status IS NULL AND (
    NEW.status NOT IN ('draft')
  ) OR OLD.status <> NEW.status AND strpos(
      ',draft>review,review>draft,review>active,active>paused,paused>active,active>ended,paused>ended,'
      'ended>archived,',
      ',' || OLD.status || '>' || NEW.status || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON coupon_template
FOR EACH ROW EXECUTE FUNCTION coupons_check_coupon_template('status');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF status ON coupon_template
FOR EACH ROW EXECUTE FUNCTION coupons_check_coupon_template('status');
