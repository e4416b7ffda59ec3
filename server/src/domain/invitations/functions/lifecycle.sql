-- Generated from lifecycle.ts by `npx tsx tools/lifecycles.ts --write`; not edited by hand.
-- The triggers refuse a state that the lifecycle does not have.

CREATE OR REPLACE FUNCTION invitations_check_invite_binding() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('BOUND', 'EFFECTIVE')
  ) OR OLD.state <> NEW.state AND strpos(
      ',BOUND>EFFECTIVE,BOUND>REJECTED,EFFECTIVE>REJECTED,BOUND>MOVED,EFFECTIVE>MOVED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_binding
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_binding('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_binding
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_binding('state');

CREATE OR REPLACE FUNCTION invitations_check_invite_reward() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('FROZEN', 'HELD', 'CANCELLED')
  ) OR OLD.state <> NEW.state AND strpos(
      ',FROZEN>HELD,FROZEN>SETTLED,HELD>SETTLED,FROZEN>CANCELLED,HELD>CANCELLED,FROZEN>REJECTED,'
      'HELD>REJECTED,SETTLED>CLAWED_BACK,HELD>FROZEN,REJECTED>FROZEN,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_reward
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_reward('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_reward
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_reward('state');

CREATE OR REPLACE FUNCTION invitations_check_invite_appeal() RETURNS trigger LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- A new row has no old state, and with a null no comparison holds.
  IF OLD.state IS NULL AND (
    NEW.state NOT IN ('WAITING')
  ) OR OLD.state <> NEW.state AND strpos(
      ',WAITING>GRANTED,WAITING>DENIED,',
      ',' || OLD.state || '>' || NEW.state || ',') = 0
  THEN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, platform_refused_states(TG_ARGV, to_jsonb(OLD), to_jsonb(NEW))
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lifecycle_insert BEFORE INSERT ON invite_appeal
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_appeal('state');

CREATE OR REPLACE TRIGGER lifecycle_update BEFORE UPDATE OF state ON invite_appeal
FOR EACH ROW EXECUTE FUNCTION invitations_check_invite_appeal('state');
